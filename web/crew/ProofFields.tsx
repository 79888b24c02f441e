import { maxNoteCharacters, operatorListCouriers } from '@handsfree/core/contract'
import {
  courierText,
  type HandOverEntry,
  proofOf,
  readClaimCode,
  reasonHintText,
  selectIsSendingAct,
  selectProof,
} from '@handsfree/core/crew'
import { formatMoney } from '@handsfree/core/i18n'
import { digitsOf } from '@handsfree/core/lib'
import { policy } from '@handsfree/core/policy'
import { createReading, selectValue } from '@handsfree/core/realtime'
import { useSelector } from '@xstate/react'
import { memo } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useIsOnline } from '../app/useIsOnline.ts'
import { useScreenActor } from '../app/useScreenActor.ts'
import { LoadFailed } from '../parts/reading/LoadFailed.tsx'
import { ReadingStaleAlert } from '../parts/reading/ReadingStaleAlert.tsx'
import { useReading } from '../parts/reading/useReading.ts'
import { Alert, ChipGroup, Field, Loading, Skeleton, Stepper, TextControl } from '../ui/index.ts'
import { CheckFields, type FieldsProps, PhotosOfRow, PickupFields } from './BagFields.tsx'
import { CodeField } from './CodeField.tsx'
import { useMember } from './member.ts'
import { maxReasonLength, ReportFields } from './ReportFields.tsx'
import { ChosenTags, LoadFields, PartFields, ShelfFields } from './TagFields.tsx'

/** Characters of a claim code, name and phone number (contract). */
const maxClaimCodeLength = 12
const maxNameLength = 60
const maxPhoneLength = 20

export type ProofFieldsProps = Pick<FieldsProps, 'stop' | 'order' | 'act' | 'proof'>

/** The fields of the act’s proof. Sent entries stay read-only while the sheet closes. */
export const ProofFields = memo(({ stop, order, act, proof }: ProofFieldsProps) => {
  const isReadOnly = useSelector(
    stop,
    (snapshot) => selectIsSendingAct(snapshot) || selectProof(snapshot) === null,
  )
  const fields: FieldsProps = {
    stop,
    order,
    act,
    proof,
    isReadOnly,
    onChange: (changes) => stop.send({ type: 'proof.change', proof: changes }),
  }
  switch (proofOf(act)) {
    case 'reason':
      return <ReasonField {...fields} />
    case 'pieces':
      return <PiecesField {...fields} />
    case 'bags':
      return <PickupFields {...fields} />
    case 'checks':
    case 'tags':
      return <CheckFields {...fields} />
    case 'load':
      return <LoadFields {...fields} />
    case 'handOver':
      return <HandOverFields {...fields} />
    case 'courier':
      return <CourierField {...fields} />
    case 'returnReason':
      return <ReturnReasonField {...fields} />
    case 'report':
      return <ReportFields {...fields} />
    case 'shelf':
      return <ShelfFields {...fields} />
    case 'taken':
      return <ChosenTags {...fields} />
    case 'note':
      return <NoteField {...fields} />
    case 'none':
      return null
  }
})

function ReasonField({ order, proof, isReadOnly, onChange, act }: FieldsProps) {
  const intl = useIntl()
  return (
    <>
      {act === 'order.cancel' && order.amountPaid.amount > 0 && (
        <p>
          <FormattedMessage
            id="crewAct.cancelRefund"
            values={{ amount: formatMoney(order.amountPaid, intl) }}
          />
        </p>
      )}
      <Field label={intl.formatMessage({ id: 'crewAct.reason' })} hint={reasonHintText(intl, act)}>
        <TextControl
          multiline
          maxLength={maxReasonLength}
          readOnly={isReadOnly}
          value={proof.reason}
          onChange={({ currentTarget }) => onChange({ reason: currentTarget.value })}
        />
      </Field>
    </>
  )
}

function PiecesField({ stop, order, proof, isReadOnly, onChange }: FieldsProps) {
  const intl = useIntl()
  return (
    <>
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
      <PhotosOfRow stop={stop} index={0} isReadOnly={isReadOnly} />
    </>
  )
}

function HandOverFields(fields: FieldsProps) {
  const { order, proof, isReadOnly, onChange } = fields
  const { handOver } = proof
  const intl = useIntl()
  const change = (changes: Partial<HandOverEntry>) => onChange({ handOver: { ...handOver, ...changes } })
  const ways = (['claimCode', 'identity'] as const).map((value) => ({
    value,
    label: intl.formatMessage({ id: `crewAct.by.${value}` }),
    disabled: isReadOnly,
  }))
  const isOnline = useIsOnline()
  return (
    <>
      {!isOnline && (
        <Alert tone="sky" panel>
          <FormattedMessage id={`crewAct.unchecked.${handOver.by}`} />
        </Alert>
      )}
      <ChipGroup
        label={intl.formatMessage({ id: 'crewAct.by' })}
        options={ways}
        value={handOver.by}
        onChange={(by) => change({ by })}
      />
      {handOver.by === 'claimCode' ? (
        <CodeField
          label={intl.formatMessage({ id: 'crewAct.claimCode' })}
          hint={intl.formatMessage({ id: 'crewAct.claimCodeHint' })}
          enterKeyHint="send"
          maxLength={maxClaimCodeLength}
          isReadOnly={isReadOnly}
          value={handOver.claimCode}
          scanHint={intl.formatMessage({ id: 'crewAct.scanCard' })}
          scanForeign={intl.formatMessage({ id: 'crewAct.otherCard' })}
          read={(text) => readClaimCode(text, order)}
          onChange={(claimCode) => change({ claimCode })}
        />
      ) : (
        <>
          <Field
            label={intl.formatMessage({ id: 'crewAct.documentName' })}
            hint={intl.formatMessage({ id: 'crewAct.documentHint' })}
          >
            <TextControl
              autoComplete="off"
              spellCheck={false}
              enterKeyHint="next"
              maxLength={maxNameLength}
              readOnly={isReadOnly}
              value={handOver.name}
              onChange={({ currentTarget }) => change({ name: currentTarget.value })}
            />
          </Field>
          <Field label={intl.formatMessage({ id: 'crewAct.documentPhone' })}>
            <TextControl
              type="tel"
              inputMode="tel"
              autoComplete="off"
              enterKeyHint="send"
              maxLength={maxPhoneLength}
              readOnly={isReadOnly}
              start={<span className="soft">+{handOver.dialCode}</span>}
              value={handOver.phoneNumber}
              onChange={({ currentTarget }) => change({ phoneNumber: digitsOf(currentTarget.value) })}
            />
          </Field>
        </>
      )}
      <PartFields {...fields} />
    </>
  )
}

function NoteField({ proof, isReadOnly, onChange }: FieldsProps) {
  const intl = useIntl()
  const { role } = useMember()
  return (
    <Field
      label={intl.formatMessage({ id: 'crewNote.words' })}
      hint={role !== 'operator' && intl.formatMessage({ id: 'crewNote.hint' })}
    >
      <TextControl
        multiline
        maxLength={maxNoteCharacters}
        readOnly={isReadOnly}
        value={proof.words}
        onChange={({ currentTarget }) => onChange({ words: currentTarget.value })}
      />
    </Field>
  )
}

function CourierField({ order: { orderId }, proof, isReadOnly, onChange }: FieldsProps) {
  const intl = useIntl()
  const reading = useScreenActor((app) => createReading(app, operatorListCouriers, { params: { orderId } }))
  const couriers = useSelector(reading, selectValue(reading))
  const { hasFailed, problem, retry } = useReading(reading)
  if (!couriers) {
    if (hasFailed) return <LoadFailed problem={problem} onReload={retry} />
    return (
      <Loading label={intl.formatMessage({ id: 'crewAct.couriersLoading' })}>
        <Skeleton shape="block" height="120px" />
      </Loading>
    )
  }
  if (couriers.length === 0) {
    return (
      <p>
        <FormattedMessage id="crewAct.noCouriers" />
      </p>
    )
  }
  return (
    <>
      <ReadingStaleAlert reading={reading} />
      <ChipGroup
        label={intl.formatMessage({ id: 'crewAct.couriers' })}
        layout="grid"
        options={couriers.map((courier) => ({
          value: courier.employeeId,
          label: courierText(intl, courier),
          disabled: isReadOnly,
        }))}
        value={proof.courierId}
        onChange={(courierId) => onChange({ courierId })}
      />
    </>
  )
}

function ReturnReasonField({ proof, isReadOnly, onChange }: FieldsProps) {
  const intl = useIntl()
  const reasons = (['refused', 'notCollected'] as const).map((value) => ({
    value,
    label: intl.formatMessage({ id: `crewAct.returnReason.${value}` }),
    disabled: isReadOnly,
  }))
  return (
    <ChipGroup
      label={intl.formatMessage({ id: 'crewAct.returnReason' })}
      options={reasons}
      value={proof.returnReason}
      onChange={(returnReason) => onChange({ returnReason })}
    />
  )
}
