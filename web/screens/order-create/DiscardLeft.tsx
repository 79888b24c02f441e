import { pendingOrder } from '@handsfree/core/order'
import { useMemo } from 'react'
import { useApp } from '../../app/context.ts'
import { DiscardDraft } from '../../order/DiscardDraft.tsx'
import { formPath } from '../../order/follow-placement.ts'
import type { SectionProps } from './useField.ts'

/** Only for what an earlier visit has left: nobody deletes an empty form. */
export function DiscardLeft({ placement }: SectionProps) {
  const app = useApp()
  const { qrId } = placement.getSnapshot().context
  // Once for each placement: the first may be the page's own, which knows no draft.
  const isLeft = useMemo(() => {
    const { context } = placement.getSnapshot()
    return pendingOrder(app, context.qrId)?.draftKey === context.draftKey
  }, [app, placement])
  return isLeft ? <DiscardDraft path={formPath(qrId)} /> : null
}
