import { pendingOrder } from '@handsfree/core/order'
import { useState } from 'react'
import { useApp } from '../../app/context.ts'
import { DiscardDraft } from '../../order/DiscardDraft.tsx'
import { formPath } from '../../order/follow-placement.ts'
import type { SectionProps } from './useField.ts'

/** Only for what an earlier visit has left: nobody deletes an empty form. */
export function DiscardLeft({ placement }: SectionProps) {
  const app = useApp()
  const { qrId, draftKey } = placement.getSnapshot().context
  const [isLeft] = useState(() => pendingOrder(app, qrId)?.draftKey === draftKey)
  return isLeft ? <DiscardDraft path={formPath(qrId)} /> : null
}
