import {
  type Draft,
  type DraftField,
  type DraftProblem,
  type PlacementActor,
  selectDraft,
  selectShownProblems,
} from '@handsfree/core/order'
import { policy } from '@handsfree/core/policy'
import { useSelector } from '@xstate/react'
import { type IntlShape, useIntl } from 'react-intl'

/** Every section of the form is given the placement that it shows. */
export type SectionProps = { placement: PlacementActor }

export const useDraft = (placement: PlacementActor): Draft => useSelector(placement, selectDraft)

/** Changes a part of the draft. */
export const changeDraft = (placement: PlacementActor, patch: Partial<Draft>): void =>
  placement.send({ type: 'draft.change', patch })

/** Whether the draft may be changed now: not while its price is on its way. */
export const useIsEditable = (placement: PlacementActor): boolean =>
  useSelector(placement, (snapshot) => snapshot.can({ type: 'draft.change', patch: {} }))

/** What to do about a problem, for its field and for the bar. */
export const problemWords = (intl: IntlShape, problem: DraftProblem): string =>
  intl.formatMessage(
    { id: `orderForm.problem.${problem}` },
    { ...policy, deliveryGapHours: policy.deliveryGapMinutes / 60 },
  )

/** The message to show at a field; none until the traveller asked to go on. */
export function useFieldError(placement: PlacementActor, field: DraftField): string | undefined {
  const intl = useIntl()
  const problem = useSelector(placement, (snapshot) => selectShownProblems(snapshot)[field])
  return problem && problemWords(intl, problem)
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
