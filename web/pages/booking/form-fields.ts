import {
  type Draft,
  type DraftField,
  type DraftFormActor,
  type DraftProblem,
  draftProblemWords,
  type FormPart,
  partOf,
  type Route,
  selectDraft,
  selectDraftProblems,
  selectIsPartOpen,
  selectRoute,
  selectShownProblems,
} from '@handsfree/core/booking'
import { useDeferredValue, useState } from 'react'
import { flushSync } from 'react-dom'
import { useIntl } from 'react-intl'
import { useFormSelector } from './useFormSelector.ts'

export type SectionProps = { form: DraftFormActor }

/** One field of the draft: what is typed in another renders nothing here. */
export const useDraftField = <Name extends keyof Draft>(form: DraftFormActor, name: Name): Draft[Name] =>
  useFormSelector(form, (snapshot) => selectDraft(snapshot)[name])

export const changeDraft = (form: DraftFormActor, patch: Partial<Draft>): void =>
  form.send({ type: 'draft.change', patch })

type Snapshot = ReturnType<DraftFormActor['getSnapshot']>
const editable = new WeakMap<Snapshot, boolean>()
/** Asked once of each snapshot, for every field wants to know. */
function canChange(snapshot: Snapshot): boolean {
  const can = editable.get(snapshot) ?? snapshot.can({ type: 'draft.change', patch: {} })
  editable.set(snapshot, can)
  return can
}

/**
 * Whether the draft may be changed now: not while its price is requested. The form refuses a change at once; that
 * all fields and chips show it need not be in the same frame.
 */
export const useIsEditable = (form: DraftFormActor): boolean =>
  useDeferredValue(useFormSelector(form, canChange))

/** The route to the chosen destination; null while there is none. */
export const useRoute = (form: DraftFormActor): Route | null =>
  useFormSelector(form, selectRoute, (a, b) => a?.travelMinutes === b?.travelMinutes)

/** What a field lacks, whether or not it is shown yet. */
export const useFieldProblem = (form: DraftFormActor, field: DraftField): DraftProblem | undefined =>
  useFormSelector(form, (snapshot) => selectDraftProblems(snapshot)[field])

/** The message at a field; none until the traveller wanted to continue. */
export function useFieldError(form: DraftFormActor, field: DraftField): string | undefined {
  const intl = useIntl()
  const problem = useFormSelector(form, (snapshot) => selectShownProblems(snapshot)[field])
  // Only words about a problem name the route: fields without one do not render again with it.
  const route = useFormSelector(
    form,
    (snapshot) => (problem ? selectRoute(snapshot) : null),
    (a, b) => a?.travelMinutes === b?.travelMinutes,
  )
  return problem && draftProblemWords(intl, problem, route)
}

/** Id of the part of the page that holds a field. */
export const fieldId = (field: DraftField): string => `field-${field}`

/** Id of a part of the form, and of the button that unfolds it. */
export const partId = (part: FormPart): string => `part-${part}`
export const changeId = (part: FormPart): string => `change-${part}`

let isChoosing = false

/** Shows a choice in the frame of its tap: parts that fold and unfold with it follow in the next (`useIsOpen`). */
export function chooseFirst(choose: () => void): void {
  isChoosing = true
  try {
    flushSync(choose)
  } finally {
    isChoosing = false
  }
}

/** Whether a part is unfolded on the page. */
export function useIsOpen(opens: boolean): boolean {
  const later = useDeferredValue(opens)
  const [isOpen, setIsOpen] = useState(opens)
  const next = isChoosing ? later : opens
  if (next !== isOpen) setIsOpen(next)
  return next
}

const isCalm = () => matchMedia('(prefers-reduced-motion: reduce)').matches

function focusAt(selector: string): boolean {
  const element = document.querySelector<HTMLElement>(selector)
  if (element?.matches('h1, h2, h3')) element.tabIndex = -1
  element?.focus({ preventScroll: true })
  // What appears with the same tap is laid out first.
  requestAnimationFrame(() => {
    element?.scrollIntoView({ block: 'nearest', behavior: isCalm() ? 'auto' : 'smooth' })
  })
  return element !== null
}

/** Scrolls to a part and focuses its heading. */
export const goToPart = (part: FormPart): boolean => focusAt(`#${partId(part)} h2`)

/** Unfolds a part and focuses its heading. */
export function openFormPart(form: DraftFormActor, part: FormPart): void {
  flushSync(() => form.send({ type: 'part.open', part }))
  goToPart(part)
}

/** Folds a part and focuses the heading of the next one to fill in, or else its own line. */
export function closeFormPart(form: DraftFormActor, part: FormPart): void {
  const { openParts: before } = form.getSnapshot().context
  flushSync(() => form.send({ type: 'part.close', part }))
  const next = form.getSnapshot().context.openParts.find((open) => !before.includes(open))
  focusAt(next ? `#${partId(next)} h2` : `#${changeId(part)}`)
}

/** What takes the focus in a field: what its message is tied to, of a group the chosen option. */
function controlIn(place: HTMLElement): HTMLElement | null {
  const named = place.querySelector<HTMLElement>('[aria-invalid]') ?? place
  return named.matches('input, textarea')
    ? named
    : (named.querySelector<HTMLElement>('input:checked') ??
        named.querySelector<HTMLElement>('input, textarea') ??
        named.querySelector<HTMLElement>('button:not(:disabled)'))
}

/** Unfolds the part with a field, focuses the field, or its heading where it has no control, and scrolls to it. */
export function goToField(form: DraftFormActor, field: DraftField): void {
  const part = partOf(field)
  if (!selectIsPartOpen(form.getSnapshot(), part)) {
    flushSync(() => form.send({ type: 'part.open', part }))
  }
  const place = document.getElementById(fieldId(field))
  const control = place && controlIn(place)
  if (control) control.focus({ preventScroll: true })
  else focusAt(`#${fieldId(field)} h3`)
  // Messages that appear with the same tap are laid out first.
  requestAnimationFrame(() => {
    place?.scrollIntoView({ block: 'center', behavior: isCalm() ? 'auto' : 'smooth' })
  })
}
