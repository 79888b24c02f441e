import { type DraftFormActor, placementProblemText, selectDraft } from '@handsfree/core/booking'
import type { SavedEntry } from '@handsfree/core/contract'
import { failureText } from '@handsfree/core/i18n'
import { digitsOf, fieldOf, reasonOf } from '@handsfree/core/lib'
import { selectChangedFacts, selectChangeProblem, selectUnchangedDraft } from '@handsfree/core/orders'
import { policy } from '@handsfree/core/policy'
import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useApp } from '../../app/useApp.ts'
import {
  Alert,
  Button,
  Card,
  Columns,
  Page,
  Section,
  Stepper,
  StickyAction,
  TextLink,
} from '../../ui/index.ts'
import { changeDraft, useDraftField } from '../order-form/form-fields.ts'
import { RemarksPart } from '../order-form/RemarksPart.tsx'
import { RoutePart } from '../order-form/RoutePart.tsx'
import { WhenPart } from '../order-form/WhenPart.tsx'
import { WideSummary } from '../order-form/WideSummary.tsx'
import { ChangeSheet } from './ChangeSheet.tsx'
import type { ChangePageProps, ChangeProps } from './change-props.ts'

type FormProps = { form: DraftFormActor }

type ChangeFormProps = ChangePageProps &
  FormProps & {
    saved: readonly SavedEntry[]
    /** The recipient's fields. */
    receiver: ReactNode
  }

export function ChangeForm({ form, bar, saved, receiver, ...props }: ChangeFormProps) {
  const { order, isForCaller = false } = props
  const isBeforePickup = order.changes?.may === 'order'
  return (
    <Page wide bar={bar} action={<ChangeBar {...props} form={form} />}>
      <p className="soft">
        {isForCaller ? (
          <FormattedMessage id="orderChange.caller.intro" values={{ kind: order.changes?.may }} />
        ) : (
          <FormattedMessage
            id={isBeforePickup ? 'orderChange.intro' : 'orderChange.introMoving'}
            values={{ ...policy, orderNumber: order.orderNumber }}
          />
        )}
      </p>
      <Columns aside={<WideSummary form={form} unpriced />}>
        <RoutePart form={form} saved={saved} />
        <WhenPart form={form} only={isBeforePickup ? undefined : 'delivery'} />
        {isBeforePickup && (
          <>
            <BagCount form={form} />
            {receiver}
            <RemarksPart form={form} />
          </>
        )}
      </Columns>
      <ChangeSheet {...props} />
    </Page>
  )
}

function BagCount({ form }: FormProps) {
  const intl = useIntl()
  const pieces = useDraftField(form, 'pieces')
  return (
    <Section title={intl.formatMessage({ id: 'orderForm.bags' })}>
      <Card>
        <Stepper
          label={intl.formatMessage({ id: 'orderForm.pieces' })}
          value={pieces}
          min={policy.minPieces}
          max={policy.maxPieces}
          decreaseLabel={intl.formatMessage({ id: 'orderForm.fewerPieces' })}
          increaseLabel={intl.formatMessage({ id: 'orderForm.morePieces' })}
          digitsOf={digitsOf}
          onChange={(value) => changeDraft(form, { pieces: value })}
        />
      </Card>
    </Section>
  )
}

function ChangeBar({ change, order, form }: ChangeProps & FormProps) {
  const intl = useIntl()
  const app = useApp()
  const draft = useSelector(form, selectDraft)
  const isBusy = useSelector(change, (snapshot) => snapshot.matches('previewing'))
  const changedFields = selectChangedFacts(
    useSelector(change, (snapshot) => snapshot),
    draft,
  )
  const preview = { type: 'change.preview', facts: changedFields } as const
  // Stays enabled: the sheet returns the focus to it, and disabled buttons can't have focus.
  const canPreview = useSelector(change, (snapshot) => snapshot.can(preview) || snapshot.matches('previewed'))
  // After pickup, a new time isn't sent to an operator without a new destination.
  const hasChange = order.changes?.may !== 'destination' || changedFields.delivery !== undefined
  const undo = () => {
    const unchanged = selectUnchangedDraft(change.getSnapshot(), app.clock.now())
    if (unchanged) changeDraft(form, unchanged)
  }
  return (
    <StickyAction
      alert={!isBusy && <Problem change={change} />}
      summary={
        !isBusy &&
        (!canPreview ? (
          <FormattedMessage id="orderChange.nothingYet" />
        ) : (
          hasChange && (
            <TextLink onClick={undo}>
              <FormattedMessage id="orderChange.undo" />
            </TextLink>
          )
        ))
      }
    >
      <Button
        busy={isBusy}
        disabled={!isBusy && !(canPreview && hasChange)}
        onClick={() => change.send(preview)}
      >
        {intl.formatMessage({
          id: order.changes?.may === 'destination' ? 'orderChange.previewMoving' : 'orderChange.preview',
        })}
      </Button>
    </StickyAction>
  )
}

function Problem({ change }: Pick<ChangeProps, 'change'>) {
  const intl = useIntl()
  const problem = useSelector(change, selectChangeProblem)
  const isEditing = useSelector(change, (snapshot) => snapshot.matches('editing'))
  if (!problem || !isEditing) return null
  return (
    <Alert tone="coral" panel>
      {problem.kind === 'refused'
        ? placementProblemText(intl, {
            code: 'refused',
            errorCode: problem.code,
            field: fieldOf(problem.details),
            reason: reasonOf(problem.details),
          })
        : failureText(intl, problem)}
    </Alert>
  )
}
