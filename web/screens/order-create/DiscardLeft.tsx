import type { App } from '@handsfree/core'
import { type PlacementActor, pendingOrder } from '@handsfree/core/order'
import { useSelector } from '@xstate/react'
import { formPath } from '../../app/address.ts'
import { useApp } from '../../app/context.ts'
import { DiscardDraft } from '../../order/DiscardDraft.tsx'
import type { SectionProps } from './useField.ts'

type Context = ReturnType<PlacementActor['getSnapshot']>['context']

const known = new WeakMap<Context['photoSet'], boolean>()

/** Decided once for each placement, which has its own photos: the first may be the page's, which knows no draft. */
function isLeft(app: App, { photoSet, qrId, draftKey }: Context): boolean {
  const is = known.get(photoSet) ?? pendingOrder(app, qrId)?.draftKey === draftKey
  known.set(photoSet, is)
  return is
}

/** Only for what an earlier visit has left: nobody deletes an empty form. */
export function DiscardLeft({ placement }: SectionProps) {
  const app = useApp()
  const path = useSelector(placement, ({ context }) => isLeft(app, context) && formPath(context.qrId))
  return path ? <DiscardDraft path={path} /> : null
}
