import {
  draftFields,
  draftProblemText,
  type PlacementActor,
  selectDraft,
  selectDraftProblems,
  selectFirstProblem,
  selectLivePrice,
  selectMovedTimes,
  selectPlacementIsBusy,
  selectPlacementProblem,
  selectShownProblems,
} from '@handsfree/core/booking'
import { formatMoney, joinParts } from '@handsfree/core/i18n'
import { shallowEqual, useSelector } from '@xstate/react'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useIntl } from 'react-intl'
import { goToField, openFormPart, type SectionProps, useRoute } from '../../parts/order-form/form-fields.ts'
import styles from '../../parts/order-form/OrderForm.module.css'
import { Button, InlineList, StickyAction, TextLink } from '../../ui/index.ts'
import { PlacementAlert } from './PlacementAlert.tsx'

type OrderBarProps = SectionProps & { placement: PlacementActor }

const goToFirstProblem = (form: SectionProps['form']) => {
  const snapshot = form.getSnapshot()
  const first = selectFirstProblem(snapshot)
  if (first) goToField(form, first.field)
  else if (snapshot.can({ type: 'part.open', part: 'when' }) && selectMovedTimes(snapshot).length > 0)
    openFormPart(form, 'when')
}

export function OrderBar({ placement, form }: OrderBarProps) {
  const intl = useIntl()
  const price = useSelector(form, selectLivePrice, (a, b) => a.total.amount === b.total.amount)
  const isBusy = useSelector(placement, selectPlacementIsBusy)
  // Stays enabled: the terms sheet returns the focus to it, and disabled buttons can't have focus.
  const canReview = useSelector(
    placement,
    (snapshot) => snapshot.can({ type: 'draft.review' }) || snapshot.matches('agreeingToTerms'),
  )
  const missing = useMissingFields(form)
  const review = () => {
    flushSync(() => placement.send({ type: 'draft.review' }))
    goToFirstProblem(form)
  }
  return (
    <StickyAction
      alert={<ProblemAlert placement={placement} />}
      summary={
        <button type="button" className={styles.summary} onClick={() => goToFirstProblem(form)}>
          <span className={styles.price}>{formatMoney(price.total, intl)}</span>
          <MissingSummary form={form} {...missing} />
          {missing.goTo && <span className="unseen"> {missing.goTo}</span>}
        </button>
      }
    >
      <Button busy={isBusy} disabled={!canReview && !isBusy} onClick={review}>
        {intl.formatMessage({ id: isBusy ? 'orderForm.quoting' : 'orderForm.review' })}
      </Button>
      <SpokenStatus form={form} isBusy={isBusy} {...missing} />
    </StickyAction>
  )
}

function useMissingFields(form: SectionProps['form']) {
  const intl = useIntl()
  const problems = useSelector(form, selectDraftProblems, shallowEqual)
  const route = useRoute(form)
  const missingProblems = draftFields.flatMap((field) => problems[field] ?? [])
  const [first, ...others] = missingProblems
  const words = first
    ? intl.formatMessage(
        { id: 'orderForm.missing' },
        { first: draftProblemText(intl, first, route), others: others.length },
      )
    : intl.formatMessage({ id: 'orderForm.complete' })
  const goTo = first && intl.formatMessage({ id: 'orderForm.goToMissing' }, { count: missingProblems.length })
  return { first, words, goTo, isUploading: missingProblems.includes('photosUploading') }
}

type MissingFields = ReturnType<typeof useMissingFields>

function MissingSummary({ form, first, words }: SectionProps & MissingFields) {
  const isShown = useSelector(form, (snapshot) => Object.keys(selectShownProblems(snapshot)).length > 0)
  return (
    <span className={styles.missing} data-wrong={isShown || first === 'photosFailed' || undefined}>
      <InlineList text={words} />
    </span>
  )
}

/** Before the first field, so that keyboard users needn't pass the finished ones. */
export function SkipToMissing({ form }: SectionProps) {
  const { goTo } = useMissingFields(form)
  return (
    goTo && (
      <div className={styles.skip}>
        <TextLink onClick={() => goToFirstProblem(form)}>{goTo}</TextLink>
      </div>
    )
  )
}

/** Pause in typing before an announcement: half a phone number isn’t a mistake. */
const restMs = 1_000

/** One live region, so that screen readers announce each change as a full sentence. */
function SpokenStatus({
  form,
  isBusy,
  words,
  isUploading,
}: SectionProps & MissingFields & { isBusy: boolean }) {
  const intl = useIntl()
  const price = useSelector(form, selectLivePrice, (a, b) => a.total.amount === b.total.amount)
  // Uploads take precedence over other missing input.
  const ready = isUploading ? intl.formatMessage({ id: 'orderForm.problem.photosUploading' }) : words
  const said = isBusy ? intl.formatMessage({ id: 'orderForm.quoting' }) : ready
  const text = joinParts([formatMoney(price.total, intl), said])
  const [announcement, announce] = useState(text)
  const draft = useSelector(form, selectDraft)
  const delayMs = isBusy || isUploading ? 0 : restMs
  useEffect(() => {
    const timer = setTimeout(announce, delayMs, text)
    return () => clearTimeout(timer)
  }, [text, delayMs, draft])
  return (
    <span className="unseen" role="status">
      {announcement}
    </span>
  )
}

function ProblemAlert({ placement }: Pick<OrderBarProps, 'placement'>) {
  const problem = useSelector(placement, selectPlacementProblem)
  const isEditing = useSelector(placement, (snapshot) => snapshot.matches('editing'))
  return problem && isEditing ? <PlacementAlert problem={problem} /> : null
}
