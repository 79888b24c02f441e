import { selectHeldPhotos } from '@handsfree/core/order'
import { shallowEqual } from '@xstate/react'
import { FormattedMessage } from 'react-intl'
import { formPath, signInPath } from '../../app/address.ts'
import { usePlacementSelector } from '../../order/usePlacementSelector.ts'
import { Alert, TextLink } from '../../ui/index.ts'
import type { SectionProps } from './useField.ts'

/** Where a visitor's photos are until somebody signs in. */
export function HeldPhotos({ placement }: SectionProps) {
  const { count, areKept } = usePlacementSelector(placement, selectHeldPhotos, shallowEqual)
  const { qrId } = placement.getSnapshot().context
  if (count === 0) return null
  if (areKept) {
    return (
      <p className="small">
        <FormattedMessage id="photo.held" values={{ count }} />
      </p>
    )
  }
  return (
    <Alert
      tone="sky"
      panel
      action={
        <TextLink href={signInPath(formPath(qrId))}>
          <FormattedMessage id="home.signIn" />
        </TextLink>
      }
    >
      <FormattedMessage id="photo.notKept" />
    </Alert>
  )
}
