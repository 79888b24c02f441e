import { assertEvent } from 'xstate'
import type { ApiFailure } from '../api/failure.ts'
import type { PhotoSetActor } from '../photo/photo-set.machine.ts'
import { toDeliveryChoice } from './delivery-choice.ts'
import { type Draft, isDraftPatch, type TimeField } from './draft-shape.ts'
import { fitTimes } from './fit-times.ts'
import {
  closePart,
  type FormPart,
  foldAbove,
  isOpenAbove,
  openNext,
  openPart,
  partOfChange,
  partOfRefused,
  unfinishedParts,
} from './form-parts.ts'
import {
  type Facts,
  newsOf,
  placementProblemOf,
  problemsOf,
  receiverOf,
  restoredFacts,
} from './placement.facts.ts'
import type { PlacementContext, PlacementEvent, PlacementInput, ResolvedPlace } from './placement.types.ts'

type Step = { context: PlacementContext; event: PlacementEvent }

/** Whether an event changes the draft by fields of its own shape, not by the API's. */
export const isPatch = (event: PlacementEvent): boolean =>
  event.type === 'draft.change' && isDraftPatch(event.patch)

type Unfolded = Facts & Pick<PlacementContext, 'openParts'>

/** With the first unfinished part unfolded, where no unfinished one is. */
const unfolded = <Context extends Unfolded>(context: Context): Context => ({
  ...context,
  openParts: openNext(context.openParts, problemsOf(context)),
})

/**
 * With the finished parts above folded: the traveller has gone on to this one. A folded part changes by itself alone, as
 * when the profile arrives.
 */
const folded = <Context extends Unfolded>(context: Context, part: FormPart | null): Context =>
  part && context.openParts.includes(part) && isOpenAbove(context.openParts, part)
    ? { ...context, openParts: foldAbove(context.openParts, part, problemsOf(context)) }
    : context

/**
 * The draft at its place: a room that the code names and the times are filled in, and a destination is in today's
 * language.
 */
export function atPlace(context: PlacementContext, { destination, ...place }: ResolvedPlace) {
  const { draft } = context
  // Another tab may have chosen another one meanwhile.
  const isStillMeant = draft.delivery?.kind === 'site' && draft.delivery.site.siteId === destination?.siteId
  const there = {
    ...draft,
    roomNumber: draft.roomNumber || (place.roomNumber ?? ''),
    delivery: isStillMeant ? toDeliveryChoice(destination) : draft.delivery,
  }
  const { draft: fitted, moved } = fitTimes(there, place, context.now())
  const problem = newsOf(context) ? context.problem : null
  return unfolded({ ...context, place, problem, draft: fitted, movedTimes: moved })
}

/** What the last visit left, at its place where the page has brought that along. */
export function startOf(input: PlacementInput, photoSet: PhotoSetActor): PlacementContext {
  const context = restoredFacts(input, photoSet)
  return input.place ? atPlace(context, input.place) : context
}

/** The receiver that is no longer chosen, once `who` is. */
const leftFor = ({ draft: { receiver }, leftReceiver }: PlacementContext, who = receiver.who) =>
  receiver.who === who ? leftReceiver : receiver

export const changedDraft = ({ context, event }: Step) => {
  assertEvent(event, 'draft.change')
  const { patch } = event
  const leftReceiver = leftFor(context, patch.receiver?.who)
  const isLeft = (field: TimeField) => !(field in patch)
  const changed = { ...context.draft, ...patch, suggested: context.draft.suggested.filter(isLeft) }
  const movedTimes = context.movedTimes.filter(isLeft)
  const next = folded(
    refitted({ ...context, draft: changed, leftReceiver, movedTimes, problem: null }, patch),
    partOfChange(patch),
  )
  // A place is chosen at once, while words are still being typed.
  const isRouteDone = patch.delivery?.kind === 'site' && !unfinishedParts(problemsOf(next)).includes('route')
  return isRouteDone ? { ...next, openParts: closePart(next.openParts, 'route', problemsOf(next)) } : next
}

const timedBy = ['delivery', 'pickupTime', 'deliveryTime'] as const

/** With times that can be chosen, and the first unfinished part unfolded. `patch` is what has changed. */
function refitted(context: PlacementContext, patch: Partial<Draft> = {}): PlacementContext {
  const { place, draft, movedTimes, now } = context
  if (!place) return context
  const { pickupTime, deliveryTime } = problemsOf(context)
  if (!pickupTime && !deliveryTime && !timedBy.some((field) => field in patch)) return unfolded(context)
  const fitted = fitTimes(draft, place, now())
  return unfolded({
    ...context,
    draft: fitted.draft,
    movedTimes: [...new Set([...movedTimes, ...fitted.moved])],
  })
}

/** The form as the traveller wanted to go on: every part with a problem is unfolded, and a time that passed moves on. */
export function reviewed(context: PlacementContext) {
  const next = refitted(context)
  const wrong = unfinishedParts(problemsOf(next))
  const moved: FormPart[] = next.movedTimes.length > 0 ? ['when'] : []
  return { ...next, openParts: [...new Set([...next.openParts, ...wrong, ...moved])] }
}

/** The form after a failure: the part with what the server refused is unfolded. */
export function failed({ openParts }: PlacementContext, failure: ApiFailure) {
  const problem = placementProblemOf(failure)
  const part = problem.code === 'refused' ? partOfRefused(problem.field) : null
  return { problem, openParts: part && !openParts.includes(part) ? [...openParts, part] : openParts }
}

/**
 * One part unfolded or folded. Going back to the form may name one, the others are folded; it leaves what the
 * confirmation said of its price.
 */
export function changedParts({ context, event }: Step) {
  assertEvent(event, ['part.open', 'part.close', 'order.edit'])
  const problems = problemsOf(context)
  const isBack = event.type === 'order.edit'
  const problem = isBack ? null : context.problem
  if (event.part === undefined) return { problem, openParts: openNext([], problems) }
  const change = event.type === 'part.close' ? closePart : openPart
  return { problem, openParts: change(context.openParts, event.part, problems) }
}

export const foundDraft = ({ event }: Step) => {
  assertEvent(event, 'draft.found')
  const { draft, leftReceiver, draftKey } = event
  return { draft, leftReceiver, draftKey, movedTimes: [] }
}

export const chosenReceiver = ({ context, event }: Step) => {
  assertEvent(event, 'receiver.choose')
  const leftReceiver = leftFor(context, event.who)
  const draft = { ...context.draft, receiver: receiverOf(context, event.who) }
  return folded(unfolded({ ...context, draft, leftReceiver }), 'receiver')
}

export const changedPhotos = ({ context, event }: Step) => {
  assertEvent(event, 'photos.changed')
  const isMore = event.photos.length > context.photos.length
  return folded(unfolded({ ...context, photos: event.photos }), isMore ? 'bags' : null)
}
