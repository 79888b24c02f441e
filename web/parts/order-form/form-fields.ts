import {
  type Draft,
  type DraftField,
  type DraftFormActor,
  type DraftProblem,
  draftProblemText,
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

/** Rerenders only when this field changes. */
export const useDraftField = <Name extends keyof Draft>(form: DraftFormActor, name: Name): Draft[Name] =>
  useFormSelector(form, (snapshot) => selectDraft(snapshot)[name])

export const changeDraft = (form: DraftFormActor, patch: Partial<Draft>): void =>
  form.send({ type: 'draft.change', patch })

type Snapshot = ReturnType<DraftFormActor['getSnapshot']>
const editableCache = new WeakMap<Snapshot, boolean>()
/** Cached per snapshot, because every field asks. */
function canChange(snapshot: Snapshot): boolean {
  const can = editableCache.get(snapshot) ?? snapshot.can({ type: 'draft.change', patch: {} })
  editableCache.set(snapshot, can)
  return can
}

/**
 * False while a quote is requested. The form machine rejects changes immediately, so rerendering the fields can be
 * deferred.
 */
export const useIsEditable = (form: DraftFormActor): boolean =>
  useDeferredValue(useFormSelector(form, canChange))

export const useRoute = (form: DraftFormActor): Route | null =>
  useFormSelector(form, selectRoute, (a, b) => a?.travelMinutes === b?.travelMinutes)

export const useFieldProblem = (form: DraftFormActor, field: DraftField): DraftProblem | undefined =>
  useFormSelector(form, (snapshot) => selectDraftProblems(snapshot)[field])

export function useFieldError(form: DraftFormActor, field: DraftField): string | undefined {
  const intl = useIntl()
  const problem = useFormSelector(form, (snapshot) => selectShownProblems(snapshot)[field])
  // Only problem messages name the route; valid fields shouldn't rerender with it.
  const route = useFormSelector(
    form,
    (snapshot) => (problem ? selectRoute(snapshot) : null),
    (a, b) => a?.travelMinutes === b?.travelMinutes,
  )
  return problem && draftProblemText(intl, problem, route)
}

export const fieldId = (field: DraftField): string => `field-${field}`

export const partId = (part: FormPart): string => `part-${part}`
export const changeId = (part: FormPart): string => `change-${part}`

let isChoosing = false

/** Paints the choice in the same frame as its tap. Parts fold and unfold in the next frame (see `useIsOpen`). */
export function chooseSynchronously(choose: () => void): void {
  isChoosing = true
  try {
    flushSync(choose)
  } finally {
    isChoosing = false
  }
}

export function useIsPartOpen(opens: boolean): boolean {
  const later = useDeferredValue(opens)
  const [isOpen, setIsOpen] = useState(opens)
  const next = isChoosing ? later : opens
  if (next !== isOpen) setIsOpen(next)
  return next
}

const prefersReducedMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches

function focusAt(selector: string): boolean {
  const element = document.querySelector<HTMLElement>(selector)
  if (element?.matches('h1, h2, h3')) element.tabIndex = -1
  element?.focus({ preventScroll: true })
  // Scroll after the layout of elements that appear with the same tap.
  requestAnimationFrame(() => {
    element?.scrollIntoView({ block: 'nearest', behavior: prefersReducedMotion() ? 'auto' : 'smooth' })
  })
  return element !== null
}

export const goToPart = (part: FormPart): boolean => focusAt(`#${partId(part)} h2`)

export function openFormPart(form: DraftFormActor, part: FormPart): void {
  flushSync(() => form.send({ type: 'part.open', part }))
  goToPart(part)
}

/** Focuses the next part to fill in, otherwise the folded part's "Change" button. */
export function closeFormPart(form: DraftFormActor, part: FormPart): void {
  const { openParts: before } = form.getSnapshot().context
  flushSync(() => form.send({ type: 'part.close', part }))
  const next = form.getSnapshot().context.openParts.find((open) => !before.includes(open))
  focusAt(next ? `#${partId(next)} h2` : `#${changeId(part)}`)
}

function findControl(container: HTMLElement): HTMLElement | null {
  const scope = container.querySelector<HTMLElement>('[aria-invalid]') ?? container
  return scope.matches('input, textarea')
    ? scope
    : (scope.querySelector<HTMLElement>('input:checked') ??
        scope.querySelector<HTMLElement>('input, textarea') ??
        scope.querySelector<HTMLElement>('button:not(:disabled)'))
}

export function goToField(form: DraftFormActor, field: DraftField): void {
  const part = partOf(field)
  if (!selectIsPartOpen(form.getSnapshot(), part)) {
    flushSync(() => form.send({ type: 'part.open', part }))
  }
  const place = document.getElementById(fieldId(field))
  const control = place && findControl(place)
  if (control) control.focus({ preventScroll: true })
  else focusAt(`#${fieldId(field)} h3`)
  // Scroll after the layout of messages that appear with the same tap.
  requestAnimationFrame(() => {
    place?.scrollIntoView({ block: 'center', behavior: prefersReducedMotion() ? 'auto' : 'smooth' })
  })
}
