import { selectHeldPhotos } from '@handsfree/core/booking'
import { shallowEqual } from '@xstate/react'
import { FormattedMessage } from 'react-intl'
import { formPath, signInPath } from '../../app/address.ts'
import { Alert, TextLink } from '../../ui/index.ts'
import type { SectionProps } from './form-fields.ts'
import { useFormSelector } from './useFormSelector.ts'

/** Where a visitor's photos are until somebody signs in. */
export function HeldPhotos({ form }: SectionProps) {
  const { count, areKept } = useFormSelector(form, selectHeldPhotos, shallowEqual)
  const { qrId } = form.getSnapshot().context.place
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
