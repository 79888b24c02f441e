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
import { useIntl } from 'react-intl'

/** Every section of the form is given the placement that it shows. */
export type SectionProps = { placement: PlacementActor }

export const useDraft = (placement: PlacementActor): Draft => useSelector(placement, selectDraft)

/** Changes a part of the draft. */
export const changeDraft = (placement: PlacementActor, patch: Partial<Draft>): void =>
  placement.send({ type: 'draft.change', patch })

/** Whether the draft may be changed now: not while its price is on its way. */
export const useIsEditable = (placement: PlacementActor): boolean =>
  useSelector(placement, (snapshot) => snapshot.can({ type: 'draft.change', patch: {} }))

/** The way to the chosen destination; null while there is none. */
export const useRoute = (placement: PlacementActor): Route | null =>
  useSelector(placement, selectRoute, (a, b) => a?.travelMinutes === b?.travelMinutes)

/** What a field lacks, whether or not it is shown yet. */
export const useFieldProblem = (placement: PlacementActor, field: DraftField): DraftProblem | undefined =>
  useSelector(placement, (snapshot) => selectDraftProblems(snapshot)[field])

/** The message to show at a field; none until the traveller asked to go on. */
export function useFieldError(placement: PlacementActor, field: DraftField): string | undefined {
  const intl = useIntl()
  const problem = useSelector(placement, (snapshot) => selectShownProblems(snapshot)[field])
  const route = useRoute(placement)
  return problem && draftProblemWords(intl, problem, route)
}

/** Id of the part of the page that holds a field. */
export const fieldId = (field: DraftField): string => `field-${field}`

/** Brings a field into sight and the focus into it. */
export function goToField(field: DraftField): void {
  const part = document.getElementById(fieldId(field))
  part?.querySelector<HTMLElement>('input, textarea, button')?.focus({ preventScroll: true })
  // Messages that appear with the same tap are laid out first.
  requestAnimationFrame(() => {
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
    part?.scrollIntoView({ block: 'center', behavior: isCalm ? 'auto' : 'smooth' })
  })
}
