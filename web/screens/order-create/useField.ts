import {
  type Draft,
  type DraftField,
  type DraftProblem,
  type PlacementActor,
  type Route,
  selectDraft,
  selectDraftProblems,
  selectRoute,
  selectShownProblems,
} from '@handsfree/core/order'
import { draftProblemWords } from '@handsfree/core/words'
import { useSelector } from '@xstate/react'
import { useDeferredValue } from 'react'
import { useIntl } from 'react-intl'

export type SectionProps = { placement: PlacementActor }

/** One field of the draft: what is typed in another renders nothing here. */
export const useDraftField = <Name extends keyof Draft>(placement: PlacementActor, name: Name): Draft[Name] =>
  useSelector(placement, (snapshot) => selectDraft(snapshot)[name])

export const changeDraft = (placement: PlacementActor, patch: Partial<Draft>): void =>
  placement.send({ type: 'draft.change', patch })

type Snapshot = ReturnType<PlacementActor['getSnapshot']>
const editable = new WeakMap<Snapshot, boolean>()
/** Asked once of each snapshot, for every field wants to know. */
function canChange(snapshot: Snapshot): boolean {
  const can =
    editable.get(snapshot) ??
    // Behind the sheet of the terms the form cannot be reached, and need not be drawn as resting.
    (snapshot.matches('agreeingToTerms') || snapshot.can({ type: 'draft.change', patch: {} }))
  editable.set(snapshot, can)
  return can
}

/**
 * Whether the draft may be changed now: not while its price is requested. The placement refuses a change at once; that
 * all fields and chips show it need not be in the same frame.
 */
export const useIsEditable = (placement: PlacementActor): boolean =>
  useDeferredValue(useSelector(placement, canChange))

/** The route to the chosen destination; null while there is none. */
export const useRoute = (placement: PlacementActor): Route | null =>
  useSelector(placement, selectRoute, (a, b) => a?.travelMinutes === b?.travelMinutes)

/** What a field lacks, whether or not it is shown yet. */
export const useFieldProblem = (placement: PlacementActor, field: DraftField): DraftProblem | undefined =>
  useSelector(placement, (snapshot) => selectDraftProblems(snapshot)[field])

/** The message at a field; none until the traveller wanted to continue. */
export function useFieldError(placement: PlacementActor, field: DraftField): string | undefined {
  const intl = useIntl()
  const problem = useSelector(placement, (snapshot) => selectShownProblems(snapshot)[field])
  // Only words about a problem name the route: fields without one do not render again with it.
  const route = useSelector(
    placement,
    (snapshot) => (problem ? selectRoute(snapshot) : null),
    (a, b) => a?.travelMinutes === b?.travelMinutes,
  )
  return problem && draftProblemWords(intl, problem, route)
}

/** Id of the part of the page that holds a field. */
export const fieldId = (field: DraftField): string => `field-${field}`

/** Scrolls to a field and focuses it. */
export function goToField(field: DraftField): void {
  const part = document.getElementById(fieldId(field))
  part?.querySelector<HTMLElement>('input, textarea, button')?.focus({ preventScroll: true })
  // Messages that appear with the same tap are laid out first.
  requestAnimationFrame(() => {
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
    part?.scrollIntoView({ block: 'center', behavior: isCalm ? 'auto' : 'smooth' })
  })
}
