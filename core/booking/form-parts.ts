import { fieldSections } from '../contract/order-fields.ts'
import { type DraftField, type DraftProblem, draftFields } from './draft.ts'
import type { Draft } from './draft-shape.ts'

/** Parts of the order form, from top to bottom. */
export const formParts = ['route', 'when', 'bags', 'receiver', 'remarks'] as const
export type FormPart = (typeof formParts)[number]

/** Unfolded on a new form: its times are a guess until the traveller goes on to what is below. */
export const partsAtFirst: readonly FormPart[] = ['route', 'when']

const parts: Record<DraftField, FormPart> = {
  ...fieldSections,
  delivery: 'route',
  pickupTime: 'when',
  deliveryTime: 'when',
  pieces: 'bags',
  photos: 'bags',
  declaredValue: 'bags',
  receiverName: 'receiver',
  receiverPhone: 'receiver',
}

const partsOfDraft: Record<keyof Draft, FormPart> = {
  ...fieldSections,
  roomNumber: 'route',
  delivery: 'route',
  pickupTime: 'when',
  deliveryTime: 'when',
  suggested: 'when',
  pieces: 'bags',
  declaredValue: 'bags',
  declaredText: 'bags',
  receiver: 'receiver',
}

/** The lowest part of the form that a change of the draft is in; null for no change. */
export const partOfChange = (patch: Partial<Draft>): FormPart | null =>
  formParts.findLast((part) =>
    Object.keys(patch).some((name) => partsOfDraft[name as keyof Draft] === part),
  ) ?? null

/** The part of the form that holds a field. */
export const partOf = (field: DraftField): FormPart => parts[field]

/** The part with what the server refused; null where no part holds it, such as too many open orders. */
export const partOfRefused = (field: string | null): FormPart | null => {
  const known = draftFields.find((one) => one === field)
  return known ? partOf(known) : (formParts.find((part) => part === field) ?? null)
}

type Problems = Partial<Record<DraftField, DraftProblem>>

/** Parts with something to fill in; photos that are on their way need nothing. */
export function unfinishedParts(problems: Problems): readonly FormPart[] {
  const fields = draftFields.filter((field) => problems[field] && problems[field] !== 'photosUploading')
  return formParts.filter((part) => fields.some((field) => partOf(field) === part))
}

/** Unfolds the first unfinished part where no unfinished one is open. What is finished stays as it is. */
export const openNext = (open: readonly FormPart[], problems: Problems): readonly FormPart[] => {
  const unfinished = unfinishedParts(problems)
  const [next] = unfinished
  if (next === undefined || unfinished.some((part) => open.includes(part))) return open
  return formParts.filter((part) => part === next || open.includes(part))
}

/** Whether a part above one is unfolded. */
export const isOpenAbove = (open: readonly FormPart[], part: FormPart): boolean =>
  open.some((one) => formParts.indexOf(one) < formParts.indexOf(part))

/** Folds the finished parts above one in which the traveller has done something. */
export const foldAbove = (open: readonly FormPart[], part: FormPart, problems: Problems) => {
  const [at, unfinished] = [formParts.indexOf(part), unfinishedParts(problems)]
  const left = open.filter((one) => formParts.indexOf(one) >= at || unfinished.includes(one))
  return left.length === open.length ? open : left
}

/** Unfolds one part and folds the others that are finished. */
export const openPart = (open: readonly FormPart[], part: FormPart, problems: Problems): FormPart[] => {
  const unfinished = unfinishedParts(problems)
  return formParts.filter((one) => one === part || (open.includes(one) && unfinished.includes(one)))
}

/** Folds one part, and unfolds the next unfinished one. */
export const closePart = (open: readonly FormPart[], part: FormPart, problems: Problems) =>
  openNext(
    open.filter((one) => one !== part),
    problems,
  )
