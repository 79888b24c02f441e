import type { App } from '@handsfree/core'
import type { DraftFormActor } from '@handsfree/core/booking'
import { type PlacementActor, pendingOrder } from '@handsfree/core/booking'
import { useSelector } from '@xstate/react'
import { formPath } from '../../app/address.ts'
import { useApp } from '../../app/useApp.ts'
import { DiscardDraft } from '../../parts/booking/DiscardDraft.tsx'

type Context = ReturnType<PlacementActor['getSnapshot']>['context']

const known = new WeakMap<DraftFormActor, boolean>()

/** Decided once for each form: the first may be the page's, which knows no draft. */
function isLeft(app: App, { form, qrId, draftKey }: Context): boolean {
  if (!form) return false
  const is = known.get(form) ?? pendingOrder(app, qrId)?.draftKey === draftKey
  known.set(form, is)
  return is
}

/** Only for what an earlier visit has left: nobody deletes an empty form. */
export function DiscardLeft({ placement }: { placement: PlacementActor }) {
  const app = useApp()
  const path = useSelector(placement, ({ context }) => isLeft(app, context) && formPath(context.qrId))
  return path ? <DiscardDraft path={path} /> : null
}
