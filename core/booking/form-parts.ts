import { fieldSections } from '../contract/order-fields.ts'
import { type DraftField, type DraftProblem, draftFields } from './draft.ts'
import type { Draft } from './draft-shape.ts'

/** Sections of the order form, top to bottom. */
export const formParts = ['route', 'when', 'bags', 'receiver', 'remarks'] as const
export type FormPart = (typeof formParts)[number]

/** Open on a new form. `when` holds suggested times until the traveller moves on. */
export const initialOpenParts: readonly FormPart[] = ['route', 'when']

const partOfField: Record<DraftField, FormPart> = {
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

const partOfDraftField: Record<keyof Draft, FormPart> = {
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

/** The lowest section that a patch touches; null for an empty patch. */
export const partOfChange = (patch: Partial<Draft>): FormPart | null =>
  formParts.findLast((part) =>
    Object.keys(patch).some((name) => partOfDraftField[name as keyof Draft] === part),
  ) ?? null

export const partOf = (field: DraftField): FormPart => partOfField[field]

/** The section with the field that the server refused; null if it isn't a form field, such as too many open orders. */
export const partOfRefused = (field: string | null): FormPart | null => {
  const known = draftFields.find((one) => one === field)
  return known ? partOf(known) : (formParts.find((part) => part === field) ?? null)
}

type Problems = Partial<Record<DraftField, DraftProblem>>

/** Sections with missing or invalid fields. Uploading photos don't count. */
export function unfinishedParts(problems: Problems): readonly FormPart[] {
  const fields = draftFields.filter((field) => problems[field] && problems[field] !== 'photosUploading')
  return formParts.filter((part) => fields.some((field) => partOf(field) === part))
}

/** Opens the first unfinished section unless an unfinished one is open. */
export const openNext = (open: readonly FormPart[], problems: Problems): readonly FormPart[] => {
  const unfinished = unfinishedParts(problems)
  const [next] = unfinished
  if (next === undefined || unfinished.some((part) => open.includes(part))) return open
  return formParts.filter((part) => part === next || open.includes(part))
}

export const isOpenAbove = (open: readonly FormPart[], part: FormPart): boolean =>
  open.some((one) => formParts.indexOf(one) < formParts.indexOf(part))

/** Folds the finished sections above the one being edited. */
export const foldAbove = (open: readonly FormPart[], part: FormPart, problems: Problems) => {
  const [at, unfinished] = [formParts.indexOf(part), unfinishedParts(problems)]
  const left = open.filter((one) => formParts.indexOf(one) >= at || unfinished.includes(one))
  return left.length === open.length ? open : left
}

/** Opens one section and folds the other finished ones. */
export const openPart = (open: readonly FormPart[], part: FormPart, problems: Problems): FormPart[] => {
  const unfinished = unfinishedParts(problems)
  return formParts.filter((one) => one === part || (open.includes(one) && unfinished.includes(one)))
}

/** Folds one section and opens the next unfinished one. */
export const closePart = (open: readonly FormPart[], part: FormPart, problems: Problems) =>
  openNext(
    open.filter((one) => one !== part),
    problems,
  )
