import type { App } from '../app.ts'
import { defaultDialCode } from '../phone/countries.ts'
import { providePhotoSet } from '../photos/create-photo-set.ts'
import { removeUnlistedPhotos } from '../photos/held-photos.ts'
import { releasePreviews } from '../photos/photo-list.ts'
import { type DraftFormActor, draftFormMachine } from './draft-form.machine.ts'
import type { Draft, DraftReceiver } from './draft-shape.ts'

/** The draft form with real photo uploads. `isStored` keeps unsent photos on the device across reloads. */
export const provideDraftForm = (app: App, photos: Parameters<typeof providePhotoSet>[1]) =>
  draftFormMachine.provide({ actors: { photoSet: providePhotoSet(app, photos) } })

export const receiverFromProfile = (app: App) => (): DraftReceiver => {
  const { profile, phone } = app.auth.getSnapshot().context
  return {
    who: 'me',
    name: profile?.name ?? '',
    dialCode: (profile?.dialCode ?? phone.dialCode) || defaultDialCode(app.platform.languages()),
    phoneNumber: profile?.phone ?? '',
  }
}

/** Fills in the receiver from a profile that loads after the form opened, unless a receiver was entered. */
function prefillReceiver(app: App, form: DraftFormActor): void {
  const prefill = () => {
    const snapshot = form.getSnapshot()
    const { draft, me } = snapshot.context
    const { who, name, phoneNumber } = draft.receiver
    const choice = { type: 'receiver.choose', who: 'me' } as const
    const isBlank = who === 'me' && name === '' && phoneNumber === ''
    if (isBlank && me().phoneNumber !== '' && snapshot.can(choice)) form.send(choice)
  }
  prefill()
  const profile = app.auth.subscribe(prefill)
  form.subscribe({ next: prefill, complete: () => profile.unsubscribe() })
}

/** Clears times that were only suggested when the server clock's offset changes, so that the form suggests new ones. */
function resuggestTimes(app: App, form: DraftFormActor): void {
  const unsubscribe = app.clock.subscribe(() => {
    const snapshot = form.getSnapshot()
    const { suggested } = snapshot.context.draft
    const patch: Partial<Draft> = Object.fromEntries(suggested.map((field) => [field, null]))
    const change = { type: 'draft.change', patch } as const
    if (suggested.length > 0 && snapshot.can(change)) form.send(change)
  })
  form.subscribe({ complete: unsubscribe })
}

/** Keeps the form in sync with profile and clock, and releases the previews and held copies of uploaded photos. */
export function followDraftForm(app: App, form: DraftFormActor): void {
  prefillReceiver(app, form)
  resuggestTimes(app, form)
  releasePreviews(form)
  removeUnlistedPhotos(form, app.platform)
}
