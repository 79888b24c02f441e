import type { FormPart, PlacementActor } from '@handsfree/core/booking'
import { useSelector } from '@xstate/react'
import { type ReactNode, useId } from 'react'
import { useIntl } from 'react-intl'
import { TextLink } from '../../ui/index.ts'
import { editPart } from './edit-part.ts'
import styles from './OrderConfirm.module.css'

export type TagPartProps = {
  placement: PlacementActor
  part: FormPart
  title: string
  children: ReactNode
}

export function TagPart({ placement, part, title, children }: TagPartProps) {
  const intl = useIntl()
  const headingId = useId()
  const canEdit = useSelector(placement, (snapshot) => snapshot.can({ type: 'order.edit', part }))
  return (
    <section className={styles.part} aria-labelledby={headingId}>
      <div className={styles.heading}>
        <h2 className={styles.title} id={headingId}>
          {title}
        </h2>
        <TextLink
          disabled={!canEdit}
          aria-label={intl.formatMessage({ id: 'orderForm.changePart' }, { part: title })}
          onClick={() => editPart(placement, part)}
        >
          {intl.formatMessage({ id: 'orderForm.changeDelivery' })}
        </TextLink>
      </div>
      {children}
    </section>
  )
}
