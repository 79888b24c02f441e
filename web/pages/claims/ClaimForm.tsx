import { type ClaimFormActor, createClaimForm, selectClaimFormErrors } from '@handsfree/core/claims'
import { claimKinds, type Money } from '@handsfree/core/contract'
import { failureText, formatMoney } from '@handsfree/core/i18n'
import { policy } from '@handsfree/core/policy'
import { useSelector } from '@xstate/react'
import { useIntl } from 'react-intl'
import type { MessageKeyUnder } from '../../app/message-key.ts'
import { useScreenActor } from '../../app/useScreenActor.ts'
import { MoneyControl } from '../../parts/format/MoneyControl.tsx'
import { PhotoGrid } from '../../parts/photos/PhotoGrid.tsx'
import { Alert, Button, ChipGroup, Field, TextControl } from '../../ui/index.ts'
import styles from './Claims.module.css'

export type ClaimFormProps = {
  orderId: string
  limit: Money
  isMain: boolean
  onSent: () => void
}

export function ClaimForm({ orderId, limit, isMain, onSent }: ClaimFormProps) {
  const intl = useIntl()
  const form = useScreenActor((app) => createClaimForm(app, { orderId, limit: limit.amount, onSent }))
  const text = (id: MessageKeyUnder<'claim'>) => intl.formatMessage({ id: `claim.${id}` })
  const { draft, photoSet, problem } = useSelector(form, ({ context }) => context)
  const errors = useSelector(form, selectClaimFormErrors, areErrorsEqual)
  const isEditable = useSelector(form, (snapshot) => snapshot.can({ type: 'claim.change', patch: {} }))
  return (
    <div className={styles.form}>
      <ChipGroup
        label={text('about')}
        value={draft.kind ?? ''}
        options={claimKinds.map((kind) => ({
          value: kind,
          label: text(`kind.${kind}`),
          disabled: !isEditable,
        }))}
        error={errors.kind ? text('kindRequired') : undefined}
        onChange={(kind) => kind && form.send({ type: 'claim.change', patch: { kind } })}
      />
      <Field
        label={text('words')}
        error={errors.words ? text('wordsRequired') : undefined}
        hint={
          <span className="figures">
            {intl.formatMessage({ id: 'claim.count' }, { ...policy, count: draft.words.length })}
          </span>
        }
      >
        <TextControl
          multiline
          autoComplete="off"
          maxLength={policy.maxClaimCharacters}
          readOnly={!isEditable}
          value={draft.words}
          onChange={({ currentTarget }) =>
            form.send({ type: 'claim.change', patch: { words: currentTarget.value } })
          }
        />
      </Field>
      <PhotoGrid
        photoSet={photoSet}
        maxPhotos={policy.maxClaimPhotos}
        isEditable={isEditable}
        legend={intl.formatMessage({ id: 'feedback.photos' })}
        hint={intl.formatMessage({ id: 'claim.photosHint' }, policy)}
        firstLabel={intl.formatMessage({ id: 'feedback.addPhotos' })}
        labelOf={(number) => intl.formatMessage({ id: 'feedback.photo' }, { number })}
        error={errors.photos ? intl.formatMessage({ id: 'feedback.photosUnfinished' }) : undefined}
      />
      <AmountField form={form} limit={limit} isTooHigh={errors.amount} isEditable={isEditable} />
      {problem && (
        <Alert tone="coral" panel>
          {problem.kind === 'refused' ? failureText(intl, problem) : text('failed')}
        </Alert>
      )}
      <SendButton form={form} kind={isMain ? 'gold' : 'ghost'} />
    </div>
  )
}

const areErrorsEqual = (
  a: ReturnType<typeof selectClaimFormErrors>,
  b: ReturnType<typeof selectClaimFormErrors>,
) => JSON.stringify(a) === JSON.stringify(b)

type AmountProps = { form: ClaimFormActor; limit: Money; isTooHigh: boolean; isEditable: boolean }

function AmountField({ form, limit, isTooHigh, isEditable }: AmountProps) {
  const intl = useIntl()
  const { amount, amountText = '' } = useSelector(form, ({ context }) => context.draft)
  const limitText = formatMoney(limit, intl, { round: true })
  return (
    <Field
      label={intl.formatMessage({ id: 'claim.amount' })}
      hint={intl.formatMessage({ id: 'claim.amountHint' }, { limit: limitText })}
      error={isTooHigh ? intl.formatMessage({ id: 'claim.amountTooHigh' }, { limit: limitText }) : undefined}
    >
      <MoneyControl
        {...limit}
        amount={amount}
        invalidText={amountText}
        readOnly={!isEditable}
        onChange={(amount, amountText) => form.send({ type: 'claim.change', patch: { amount, amountText } })}
      />
    </Field>
  )
}

function SendButton({ form, kind }: { form: ClaimFormActor; kind: 'gold' | 'ghost' }) {
  const intl = useIntl()
  const isWaiting = useSelector(form, (snapshot) => snapshot.matches('waitingForPhotos'))
  const isSending = useSelector(form, (snapshot) => snapshot.matches('sending'))
  const label = isWaiting ? 'feedback.waiting' : isSending ? 'claim.sending' : 'claim.send'
  return (
    <>
      <Button kind={kind} busy={isWaiting || isSending} onClick={() => form.send({ type: 'claim.send' })}>
        {intl.formatMessage({ id: label })}
      </Button>
      {isWaiting && (
        <>
          <Alert tone="sky">{intl.formatMessage({ id: 'feedback.sendsItself' })}</Alert>
          <Button kind="ghost" onClick={() => form.send({ type: 'claim.edit' })}>
            {intl.formatMessage({ id: 'feedback.edit' })}
          </Button>
        </>
      )}
    </>
  )
}
