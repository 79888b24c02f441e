import type { OperatorOrder } from '@handsfree/core/contract'
import {
  type ActName,
  type ActProof,
  actText,
  proofOf,
  proofText,
  reasonHintText,
  type StopActor,
  selectAct,
  selectActProblem,
  selectIsActLegal,
  selectIsSendingAct,
  selectProof,
} from '@handsfree/core/crew'
import { digitsOf } from '@handsfree/core/lib'
import { policy } from '@handsfree/core/policy'
import { useSelector } from '@xstate/react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Alert, Button, Checkbox, Field, Sheet, Stepper, TextControl } from '../ui/index.ts'
import { ActProblem } from './ActProblem.tsx'
import styles from './ActSheet.module.css'

const formId = 'act'

/** Characters of a reason or damage, tag and seal, and claim code (contract). */
const maxTextLength = 200
const maxCodeLength = 20
const maxClaimCodeLength = 12

export type ActSheetProps = { stop: StopActor; order: OperatorOrder }

/** The form of the chosen act, if it needs a proof. */
export function ActSheet({ stop, order }: ActSheetProps) {
  const intl = useIntl()
  const chosen = useSelector(stop, selectAct)
  const problem = useSelector(stop, selectActProblem)
  const isSending = useSelector(stop, selectIsSendingAct)
  const isLegal = useSelector(stop, selectIsActLegal)
  const canSend = useSelector(stop, (snapshot) => snapshot.can({ type: 'act.send' }))
  const isOpen = chosen !== null && proofOf(chosen) !== 'none'
  // Shown while the sheet closes.
  const [lastAct, setLastAct] = useState<ActName | null>(null)
  if (isOpen && chosen !== lastAct) setLastAct(chosen)
  const act = isOpen ? chosen : lastAct
  return (
    <Sheet
      open={isOpen}
      onClose={() => stop.send({ type: 'act.drop' })}
      title={act ? actText(intl, act) : ''}
      description={act && proofText(intl, act)}
      closeLabel={intl.formatMessage({ id: 'common.close' })}
      action={
        act && (
          <Button size="large" type="submit" form={formId} busy={isSending} disabled={!canSend && !isSending}>
            {problem ? <FormattedMessage id="crewAct.retry" /> : actText(intl, act)}
          </Button>
        )
      }
    >
      {act && (
        <form
          id={formId}
          className={styles.form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            stop.send({ type: 'act.send' })
          }}
        >
          {isOpen && !isLegal && (
            <Alert tone="coral" panel>
              <FormattedMessage id="crewAct.noLongerLegal" />
            </Alert>
          )}
          {isOpen && isLegal && problem && <ActProblem act={act} problem={problem} />}
          <ProofFields stop={stop} order={order} act={act} />
        </form>
      )}
    </Sheet>
  )
}

function ProofFields({ stop, order, act }: ActSheetProps & { act: ActName }) {
  const proof = useSelector(stop, selectProof)
  const isReadOnly = useSelector(stop, selectIsSendingAct)
  if (!proof) return null
  const fields = {
    order,
    proof,
    isReadOnly,
    onChange: (changes: Partial<ActProof>) => stop.send({ type: 'proof.change', proof: changes }),
  }
  switch (proofOf(act)) {
    case 'reason':
      return <ReasonField {...fields} act={act} />
    case 'pieces':
      return <PiecesField {...fields} />
    case 'bags':
      return <BagFields {...fields} />
    case 'tags':
      return <TagFields {...fields} />
    case 'handOver':
      return <ClaimCodeField {...fields} />
    case 'none':
      return null
  }
}

type FieldsProps = {
  order: OperatorOrder
  proof: ActProof
  isReadOnly: boolean
  onChange: (changes: Partial<ActProof>) => void
}

/** Codes are printed in capitals, and aren't words. */
const codeInput = { autoComplete: 'off', autoCapitalize: 'characters', spellCheck: false } as const

function ReasonField({ proof, isReadOnly, onChange, act }: FieldsProps & { act: ActName }) {
  const intl = useIntl()
  return (
    <Field label={intl.formatMessage({ id: 'crewAct.reason' })} hint={reasonHintText(intl, act)}>
      <TextControl
        multiline
        maxLength={maxTextLength}
        readOnly={isReadOnly}
        value={proof.reason}
        onChange={({ currentTarget }) => onChange({ reason: currentTarget.value })}
      />
    </Field>
  )
}

function PiecesField({ order, proof, onChange }: FieldsProps) {
  const intl = useIntl()
  return (
    <Stepper
      label={intl.formatMessage({ id: 'crewAct.pieces' })}
      hint={intl.formatMessage({ id: 'crewAct.piecesHint' }, { agreed: order.pieces })}
      value={proof.pieces}
      min={1}
      max={policy.maxPieces}
      digitsOf={digitsOf}
      decreaseLabel={intl.formatMessage({ id: 'crewAct.piecesFewer' })}
      increaseLabel={intl.formatMessage({ id: 'crewAct.piecesMore' })}
      onChange={(pieces) => onChange({ pieces })}
    />
  )
}

function BagFields({ proof: { bags }, isReadOnly, onChange }: FieldsProps) {
  const intl = useIntl()
  const change = (index: number, changes: Partial<ActProof['bags'][number]>) =>
    onChange({ bags: bags.map((bag, at) => (at === index ? { ...bag, ...changes } : bag)) })
  return bags.map((bag, index) => {
    const number = index + 1
    return (
      <fieldset className={styles.bag} key={number}>
        <legend className={styles.legend}>
          <FormattedMessage id="crewAct.bag" values={{ number, count: bags.length }} />
        </legend>
        <div className={styles.codes}>
          <Field label={intl.formatMessage({ id: 'crewAct.tag' })}>
            <TextControl
              {...codeInput}
              enterKeyHint="next"
              maxLength={maxCodeLength}
              readOnly={isReadOnly}
              value={bag.tagCode}
              onChange={({ currentTarget }) => change(index, { tagCode: currentTarget.value })}
            />
          </Field>
          <Field label={intl.formatMessage({ id: 'crewAct.seal' })}>
            <TextControl
              {...codeInput}
              enterKeyHint="next"
              maxLength={maxCodeLength}
              readOnly={isReadOnly}
              value={bag.sealNumber}
              onChange={({ currentTarget }) => change(index, { sealNumber: currentTarget.value })}
            />
          </Field>
        </div>
        <Field
          label={intl.formatMessage({ id: 'crewAct.damage' })}
          hint={index === 0 && intl.formatMessage({ id: 'crewAct.damageHint' })}
        >
          <TextControl
            autoComplete="off"
            maxLength={maxTextLength}
            readOnly={isReadOnly}
            value={bag.damage}
            onChange={({ currentTarget }) => change(index, { damage: currentTarget.value })}
          />
        </Field>
      </fieldset>
    )
  })
}

function TagFields({
  order: { bags, unconfirmedTags },
  proof: { tagCodes },
  isReadOnly,
  onChange,
}: FieldsProps) {
  const intl = useIntl()
  const open = bags.filter(({ tagCode }) => unconfirmedTags.includes(tagCode))
  return (
    <fieldset>
      <legend className={styles.legend}>
        <FormattedMessage id="crewAct.tagsToConfirm" />
      </legend>
      {open.map(({ tagCode, sealNumber }) => (
        <Checkbox
          key={tagCode}
          label={tagCode}
          detail={intl.formatMessage({ id: 'bags.seal' }, { seal: sealNumber })}
          checked={tagCodes.includes(tagCode)}
          disabled={isReadOnly}
          onChange={(isChecked) =>
            onChange({
              tagCodes: isChecked ? [...tagCodes, tagCode] : tagCodes.filter((code) => code !== tagCode),
            })
          }
        />
      ))}
    </fieldset>
  )
}

function ClaimCodeField({ proof, isReadOnly, onChange }: FieldsProps) {
  const intl = useIntl()
  return (
    <Field
      label={intl.formatMessage({ id: 'crewAct.claimCode' })}
      hint={intl.formatMessage({ id: 'crewAct.claimCodeHint' })}
    >
      <TextControl
        {...codeInput}
        enterKeyHint="send"
        maxLength={maxClaimCodeLength}
        readOnly={isReadOnly}
        value={proof.claimCode}
        onChange={({ currentTarget }) => onChange({ claimCode: currentTarget.value })}
      />
    </Field>
  )
}
