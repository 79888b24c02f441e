import type { App } from '@handsfree/core'
import type { DraftFormActor } from '@handsfree/core/booking'
import { type PlacementActor, pendingOrder } from '@handsfree/core/booking'
import { useSelector } from '@xstate/react'
import { formPath } from '../../app/address.ts'
import { useApp } from '../../app/useApp.ts'
import { DiscardDraft } from '../../parts/booking/DiscardDraft.tsx'

type Context = ReturnType<PlacementActor['getSnapshot']>['context']

const known = new WeakMap<DraftFormActor, boolean>()

/** Cached per form. The server-rendered preview form doesn't know stored drafts. */
function isLeft(app: App, { form, qrId, draftKey }: Context): boolean {
  if (!form) return false
  const is = known.get(form) ?? pendingOrder(app, qrId)?.draftKey === draftKey
  known.set(form, is)
  return is
}

/** Only for a draft from an earlier visit. */
export function DiscardLeft({ placement }: { placement: PlacementActor }) {
  const app = useApp()
  const path = useSelector(placement, ({ context }) => isLeft(app, context) && formPath(context.qrId))
  return path ? <DiscardDraft path={path} /> : null
}
