import type { App } from '@handsfree/core'
import type { DraftFormActor } from '@handsfree/core/booking'
import { type PlacementActor, readPendingDraft } from '@handsfree/core/booking'
import { useSelector } from '@xstate/react'
import { formPath } from '../../app/address.ts'
import { useApp } from '../../app/useApp.ts'
import { DiscardDraft } from '../../parts/booking/DiscardDraft.tsx'

type Context = ReturnType<PlacementActor['getSnapshot']>['context']

const pendingByForm = new WeakMap<DraftFormActor, boolean>()

/** Cached per form. The server-rendered preview form doesn't know stored drafts. */
function isPendingDraft(app: App, { form, qrId, draftKey }: Context): boolean {
  if (!form) return false
  const is = pendingByForm.get(form) ?? readPendingDraft(app, qrId)?.draftKey === draftKey
  pendingByForm.set(form, is)
  return is
}

/** Only for a draft from an earlier visit. */
export function DiscardPendingDraft({ placement }: { placement: PlacementActor }) {
  const app = useApp()
  const path = useSelector(placement, ({ context }) => isPendingDraft(app, context) && formPath(context.qrId))
  return path ? <DiscardDraft path={path} /> : null
}
