import {
  draftFields,
  type PlacementActor,
  selectDraftProblems,
  selectFirstProblem,
  selectLivePrice,
  selectMovedTimes,
  selectPlacementIsBusy,
  selectPlacementProblem,
  selectShownProblems,
} from '@handsfree/core/order'
import { draftProblemWords } from '@handsfree/core/words'
import { shallowEqual, useSelector } from '@xstate/react'
import { useDeferredValue } from 'react'
import { flushSync } from 'react-dom'
import { useIntl } from 'react-intl'
import { formatMoney, joinParts } from '../../format/index.ts'
import { PlacementAlert } from '../../order/PlacementAlert.tsx'
import { Button, Parts, StickyAction } from '../../ui/index.ts'
import styles from './OrderForm.module.css'
import { goToField, openFormPart, type SectionProps, useRoute } from './useField.ts'

const goToFirstProblem = (placement: PlacementActor) => {
  const snapshot = placement.getSnapshot()
  const first = selectFirstProblem(snapshot)
  if (first) goToField(placement, first.field)
  else if (snapshot.matches('editing') && selectMovedTimes(snapshot).length > 0)
    openFormPart(placement, 'when')
}

export function OrderBar({ placement }: SectionProps) {
  const intl = useIntl()
  const price = useSelector(placement, selectLivePrice, (a, b) => a?.total.amount === b?.total.amount)
  const isBusy = useSelector(placement, selectPlacementIsBusy)
  // A disabled button would lose the focus that the terms give back.
  const canReview = useSelector(
    placement,
    (snapshot) => snapshot.can({ type: 'draft.review' }) || snapshot.matches('agreeingToTerms'),
  )
  const missing = useMissing(placement)
  const review = () => {
    flushSync(() => placement.send({ type: 'draft.review' }))
    goToFirstProblem(placement)
  }
  return (
    <StickyAction
      alert={<ProblemAlert placement={placement} />}
      summary={
        <button type="button" className={styles.summary} onClick={() => goToFirstProblem(placement)}>
          {price && <span className={styles.price}>{formatMoney(price.total, intl)}</span>}
          <MissingWords placement={placement} {...missing} />
        </button>
      }
    >
      <Button busy={isBusy} disabled={!canReview && !isBusy} onClick={review}>
        {intl.formatMessage({ id: isBusy ? 'orderForm.quoting' : 'orderForm.review' })}
      </Button>
      <Spoken placement={placement} isBusy={isBusy} {...missing} />
    </StickyAction>
  )
}

/** The topmost problem in words, the others counted. */
function useMissing(placement: PlacementActor) {
  const intl = useIntl()
  const problems = useSelector(placement, selectDraftProblems, shallowEqual)
  const route = useRoute(placement)
  const missing = draftFields.flatMap((field) => problems[field] ?? [])
  const [first, ...others] = missing
  const words = first
    ? intl.formatMessage(
        { id: 'orderForm.missing' },
        { first: draftProblemWords(intl, first, route), others: others.length },
      )
    : intl.formatMessage({ id: 'orderForm.complete' })
  return { first, words, isUploading: missing.includes('photosUploading') }
}

type Missing = ReturnType<typeof useMissing>

function MissingWords({ placement, first, words }: SectionProps & Missing) {
  const isShown = useSelector(placement, (snapshot) => Object.keys(selectShownProblems(snapshot)).length > 0)
  return (
    <span className={styles.missing} data-wrong={isShown || first === 'photosFailed' || undefined}>
      <Parts text={words} />
    </span>
  )
}

/** Price, what is missing, uploads and steps, for screen readers: one sentence, read out when it changes. */
function Spoken({ placement, isBusy, words, isUploading }: SectionProps & Missing & { isBusy: boolean }) {
  const intl = useIntl()
  const price = useSelector(placement, selectLivePrice, (a, b) => a?.total.amount === b?.total.amount)
  // An upload is heard whatever else is missing.
  const ready = isUploading ? intl.formatMessage({ id: 'orderForm.problem.photosUploading' }) : words
  const said = isBusy ? intl.formatMessage({ id: 'orderForm.quoting' }) : ready
  return (
    <span className="unseen" role="status">
      {joinParts([price && formatMoney(price.total, intl), useDeferredValue(said)])}
    </span>
  )
}

function ProblemAlert({ placement }: SectionProps) {
  const problem = useSelector(placement, selectPlacementProblem)
  const isEditing = useSelector(placement, (snapshot) => snapshot.matches('editing'))
  return problem && isEditing ? <PlacementAlert problem={problem} /> : null
}
