import { type ActorRef, assertEvent, type Snapshot } from 'xstate'
import type { QrSite } from '../contract/site.ts'
import type { Phone } from '../contract/user.ts'
import type { PhotoActor } from '../photos/photo.machine.ts'
import { selectPhotoIsNotStored } from '../photos/photo.ts'
import { summarizePhotos } from '../photos/photo-list.ts'
import type { PhotoSetActor, PhotosChanged } from '../photos/photo-set.machine.ts'
import type { PhotosOfDraft } from '../photos/photo-set.ts'
import { priceOrder } from '../policy/price.ts'
import { cancelTerms, freeCancellationUntil } from '../policy/promises.ts'
import { placeholderRoute, routeOf } from './delivery-choice.ts'
import { type DraftField, type DraftProblem, draftFields, draftProblems } from './draft.ts'
import type { Draft, DraftReceiver, TimeField } from './draft-shape.ts'
import { fitTimes } from './fit-times.ts'
import {
  closePart,
  type FormPart,
  foldAbove,
  isOpenAbove,
  openNext,
  openPart,
  partOf,
  partOfChange,
  unfinishedParts,
} from './form-parts.ts'
import { type Route, waitMinutes } from './route.ts'

/**
 * Sent to the form's owner. `form.changed`: store the draft; `isEdited` if a field changed, not only a section.
 * `form.adopted`: the form shows another tab's stored draft.
 */
export type DraftFormUpdate = { type: 'form.changed'; isEdited: boolean } | { type: 'form.adopted' }

export type DraftFormInput = {
  place: QrSite
  draft: Draft
  /** Typed values of the receiver that isn't chosen. */
  leftReceiver: DraftReceiver | null
  openParts: readonly FormPart[]
  photos: PhotosOfDraft
  /** A visitor's photos are uploaded only after sign-in. */
  hasAccount: boolean
  minPhotos?: number | undefined
  /** Time from which pickup slots are offered, in ms since 1970. */
  now: () => number
  /** 128 random bits as hex. */
  newKey: () => string
  /** The traveller as a receiver, from the profile. */
  me: () => DraftReceiver
  isValidPhone: (phone: Phone) => boolean
  listener: ActorRef<Snapshot<unknown>, DraftFormUpdate>
}

export type DraftFormContext = Omit<DraftFormInput, 'photos' | 'newKey'> & {
  /** Chosen times that were moved because they became impossible, until the traveller chooses again. */
  movedTimes: readonly TimeField[]
  photoSet: PhotoSetActor
  photos: readonly PhotoActor[]
}

export type DraftFormEvent =
  | { type: 'draft.change'; patch: Partial<Draft> }
  | { type: 'part.open'; part: FormPart }
  | { type: 'part.close'; part: FormPart }
  | { type: 'receiver.choose'; who: 'me' | 'other' }
  | PhotosChanged
  /** Another tab has saved this draft. */
  | ({ type: 'draft.found'; photos: PhotosOfDraft } & Pick<DraftFormInput, 'draft' | 'leftReceiver'>)
  | { type: 'account.signedIn' }
  /** Disables changes. */
  | { type: 'form.close' }
  /** Enables changes, and unfolds the part with the refused field. */
  | { type: 'form.open'; refused: FormPart | null }
  /** Enables changes, and folds all finished parts but one. */
  | { type: 'form.reopen'; part: FormPart | null }
  /** Shows all missing and invalid fields. */
  | { type: 'form.review' }

type ActionArgs = { context: DraftFormContext; event: DraftFormEvent }
type ProblemInput = Pick<
  DraftFormContext,
  'place' | 'draft' | 'photos' | 'hasAccount' | 'minPhotos' | 'now' | 'isValidPhone'
>
type Problems = Partial<Record<DraftField, DraftProblem>>

/** Counts photos by state. With an account, a held photo counts as busy. */
export function countDraftPhotos({ photos, hasAccount }: Pick<ProblemInput, 'photos' | 'hasAccount'>) {
  const { held, ...summary } = summarizePhotos(photos)
  return hasAccount ? { ...summary, busy: summary.busy + held } : summary
}

type CachedProblems = Omit<ProblemInput, 'draft' | 'now'> & { second: number; problems: Problems }
const problemCache = new WeakMap<Draft, CachedProblems>()

/** Missing and invalid fields. Cached per draft and second, since slots expire with time. */
export function problemsOf(input: ProblemInput): Problems {
  const { place, draft, photos, hasAccount, minPhotos, isValidPhone } = input
  const now = input.now()
  const second = Math.floor(now / 1_000)
  const cachedProblems = problemCache.get(draft)
  if (
    cachedProblems?.second === second &&
    cachedProblems.place === place &&
    cachedProblems.photos === photos &&
    cachedProblems.hasAccount === hasAccount &&
    cachedProblems.isValidPhone === isValidPhone
  )
    return cachedProblems.problems
  const problems = draftProblems(draft, {
    place,
    photos: countDraftPhotos(input),
    minPhotos,
    now,
    isValidPhone,
  })
  problemCache.set(draft, { second, place, photos, hasAccount, isValidPhone, problems })
  return problems
}

export const isComplete = (facts: ProblemInput): boolean => Object.keys(problemsOf(facts)).length === 0

/** Whether nothing is missing, apart from photos that are uploading. */
export function isFilledIn(facts: ProblemInput): boolean {
  const { photos, ...others } = problemsOf(facts)
  return Object.keys(others).length === 0 && (photos === undefined || photos === 'photosUploading')
}

type WithOpenParts = ProblemInput & Pick<DraftFormContext, 'openParts'>

/** Opens the first unfinished section unless an unfinished one is open. */
const openNextPart = <Context extends WithOpenParts>(context: Context): Context => ({
  ...context,
  openParts: openNext(context.openParts, problemsOf(context)),
})

/**
 * Folds the finished sections above `part`, since the traveller has moved on to it. If `part` is folded, nothing folds,
 * such as when the profile arrives.
 */
const foldPartsAbove = <Context extends WithOpenParts>(context: Context, part: FormPart | null): Context =>
  part && context.openParts.includes(part) && isOpenAbove(context.openParts, part)
    ? { ...context, openParts: foldAbove(context.openParts, part, problemsOf(context)) }
    : context

/** Initial context: prefills the code's room number and fits the times. */
export function initialDraftForm(
  { newKey: _, ...input }: DraftFormInput,
  photoSet: PhotoSetActor,
): DraftFormContext {
  const { place, draft, now } = input
  const draftWithRoom = { ...draft, roomNumber: draft.roomNumber || (place.roomNumber ?? '') }
  const fitted = fitTimes(draftWithRoom, place, now())
  const { photos } = photoSet.getSnapshot().context
  return openNextPart({ ...input, photoSet, photos, draft: fitted.draft, movedTimes: fitted.movedTimes })
}

const timeDependencies = ['delivery', 'pickupTime', 'deliveryTime'] as const

/** Fits the times again if `patch` affects them or they became invalid. */
function refitTimes(context: DraftFormContext, patch: Partial<Draft> = {}): DraftFormContext {
  const { place, draft, movedTimes, now } = context
  const { pickupTime, deliveryTime } = problemsOf(context)
  if (!pickupTime && !deliveryTime && !timeDependencies.some((field) => field in patch))
    return openNextPart(context)
  const fitted = fitTimes(draft, place, now())
  return openNextPart({
    ...context,
    draft: fitted.draft,
    movedTimes: [...new Set([...movedTimes, ...fitted.movedTimes])],
  })
}

const unselectedReceiver = ({ draft: { receiver }, leftReceiver }: DraftFormContext, who = receiver.who) =>
  receiver.who === who ? leftReceiver : receiver

export function changeDraft({ context, event }: ActionArgs) {
  assertEvent(event, 'draft.change')
  const { patch } = event
  const leftReceiver = unselectedReceiver(context, patch.receiver?.who)
  const isUnpatched = (field: TimeField) => !(field in patch)
  const draft = { ...context.draft, ...patch, suggested: context.draft.suggested.filter(isUnpatched) }
  const movedTimes = context.movedTimes.filter(isUnpatched)
  const next = foldPartsAbove(
    refitTimes({ ...context, draft, leftReceiver, movedTimes }, patch),
    partOfChange(patch),
  )
  // Choosing a site finishes the route; an address is still being typed.
  const isRouteDone = patch.delivery?.kind === 'site' && !unfinishedParts(problemsOf(next)).includes('route')
  return isRouteDone ? { ...next, openParts: closePart(next.openParts, 'route', problemsOf(next)) } : next
}

/** `me` comes from the profile if complete, else from what was typed. */
function receiverOf({ draft, leftReceiver, me }: DraftFormContext, who: 'me' | 'other'): DraftReceiver {
  const profile = me()
  if (who === 'me' && profile.name && profile.phoneNumber) return profile
  const typed = [draft.receiver, leftReceiver].find((one) => one?.who === who && one.name + one.phoneNumber)
  return typed ?? (who === 'me' ? profile : { who, name: '', dialCode: profile.dialCode, phoneNumber: '' })
}

export function chooseReceiver({ context, event }: ActionArgs) {
  assertEvent(event, 'receiver.choose')
  const leftReceiver = unselectedReceiver(context, event.who)
  const draft = { ...context.draft, receiver: receiverOf(context, event.who) }
  return foldPartsAbove(openNextPart({ ...context, draft, leftReceiver }), 'receiver')
}

export function setPhotos({ context, event }: ActionArgs) {
  assertEvent(event, 'photos.changed')
  const isMore = event.photos.length > context.photos.length
  return foldPartsAbove(openNextPart({ ...context, photos: event.photos }), isMore ? 'bags' : null)
}

export function setRestoredDraft({ event }: ActionArgs) {
  assertEvent(event, 'draft.found')
  const { draft, leftReceiver } = event
  return { draft, leftReceiver, movedTimes: [] }
}

/** Shows every problem after the traveller tried to continue: moves expired times and opens all sections concerned. */
export function unfoldProblems({ context }: ActionArgs) {
  const next = refitTimes(context)
  const wrong = unfinishedParts(problemsOf(next))
  const moved: FormPart[] = next.movedTimes.length > 0 ? ['when'] : []
  return { ...next, openParts: [...new Set([...next.openParts, ...wrong, ...moved])] }
}

export function setParts({ context, event }: ActionArgs) {
  assertEvent(event, ['part.open', 'part.close'])
  const change = event.type === 'part.open' ? openPart : closePart
  return { openParts: change(context.openParts, event.part, problemsOf(context)) }
}

/** Opens the part to edit, or the first one with a problem. */
export function setReopenedParts({ context, event }: ActionArgs) {
  assertEvent(event, 'form.reopen')
  const problems = problemsOf(context)
  return {
    openParts: event.part ? openPart(context.openParts, event.part, problems) : openNext([], problems),
  }
}

export const hasRefusedPart = ({ context, event }: ActionArgs): boolean =>
  event.type === 'form.open' &&
  Boolean(event.refused) &&
  !context.openParts.includes(event.refused as FormPart)

type DraftFormSnapshot = {
  context: DraftFormContext
  matches(state: 'open' | { open: 'showingErrors' }): boolean
}

export const selectPlace = ({ context }: DraftFormSnapshot) => context.place
export const selectDraft = ({ context }: DraftFormSnapshot) => context.draft
export const selectDraftPhotos = ({ context }: DraftFormSnapshot) => context.photos
export const selectPhotoSet = ({ context }: DraftFormSnapshot) => context.photoSet
export const selectMovedTimes = ({ context }: DraftFormSnapshot) => context.movedTimes

/** Photos waiting for an account. `areKept`: whether the device could store all of them. */
export const selectHeldPhotos = ({ context: { photos, hasAccount } }: DraftFormSnapshot) => ({
  count: hasAccount ? 0 : summarizePhotos(photos).held,
  areStored: !photos.some((photo) => selectPhotoIsNotStored(photo.getSnapshot())),
})

export const selectDraftProblems = ({ context }: DraftFormSnapshot) => problemsOf(context)

export function selectFirstProblem({ context }: DraftFormSnapshot) {
  const problems = problemsOf(context)
  const field = draftFields.find((name) => problems[name])
  return field ? { field, problem: problems[field] } : null
}

/** Conflicts between chosen values, shown immediately. */
const conflictProblems: readonly DraftProblem[] = [
  'deliveryNotServed',
  'deliverySamePlace',
  'deliveryTooFar',
  'deliveryTimeTooEarly',
  'deliveryTimeClosed',
]

/** Problems to show at the fields. Missing values show only after the traveller tried to continue. */
export function selectShownProblems(snapshot: DraftFormSnapshot): Problems {
  const problems = problemsOf(snapshot.context)
  if (snapshot.matches({ open: 'showingErrors' })) return problems
  if (!snapshot.matches('open')) return {}
  return Object.fromEntries(
    Object.entries(problems).filter(([, problem]) => conflictProblems.includes(problem)),
  )
}

/** Whether a section is open. Sections with a shown problem can't be folded. */
export function selectIsPartOpen(snapshot: DraftFormSnapshot, part: FormPart): boolean {
  const { context } = snapshot
  if (context.openParts.includes(part)) return true
  const isWrong = part === 'bags' && problemsOf(context).photos === 'photosFailed'
  return (
    isWrong ||
    Object.keys(selectShownProblems(snapshot)).some((field) => partOf(field as DraftField) === part)
  )
}

export const selectIsPartFinished = ({ context }: DraftFormSnapshot, part: FormPart): boolean =>
  !unfinishedParts(problemsOf(context)).includes(part)

/** Null without a destination, or if no route leads there. */
export function selectRoute({ context: { place, draft } }: DraftFormSnapshot): Route | null {
  const route = routeOf(place, draft.delivery)
  return route?.ok ? route.value : null
}

/** The price of the current draft, by the function that the server quotes with. */
export function selectLivePrice(snapshot: DraftFormSnapshot) {
  const { place, draft } = snapshot.context
  const route = selectRoute(snapshot) ?? placeholderRoute(place)
  const { distanceFee, storageFee } = route
  const fees = { distanceFee, storageFee, waitMinutes: waitMinutes(draft, route) }
  return priceOrder(place.priceRule, place.insurancePlan, { ...draft, ...fees })
}

/** Cancellation terms of the draft and the end of free cancellation, in ms since 1970. `at` is ms since 1970. */
export function selectDraftPromises({ context: { draft, now } }: DraftFormSnapshot, at: number = now()) {
  if (!draft.pickupTime) return null
  const pickupTime = Date.parse(draft.pickupTime)
  return {
    cancelTerms: cancelTerms({ pickupTime, placedTime: at, isPaid: false, now: at }),
    freeCancellationUntil: freeCancellationUntil(pickupTime),
  }
}
