import {
  type InvoiceFileKind,
  invoiceDeclineReasons,
  type OperatorInvoice,
  type OperatorOrder,
} from '@handsfree/core/contract'
import { invoiceActProblemText } from '@handsfree/core/crew'
import { formatMoney, formatTime, joinParts } from '@handsfree/core/i18n'
import {
  createOfficeAct,
  type OfficeActActor,
  selectOfficeProblem,
  selectSendingCall,
} from '@handsfree/core/office'
import { settlement } from '@handsfree/core/orders'
import { policy } from '@handsfree/core/policy'
import { useSelector } from '@xstate/react'
import type { FormEvent } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useNow } from '../app/useNow.ts'
import { useScreenActor } from '../app/useScreenActor.ts'
import {
  Alert,
  Button,
  Card,
  DescriptionItem,
  DescriptionList,
  Field,
  Section,
  SelectControl,
  StatusBadge,
  type StatusBadgeProps,
  TextControl,
} from '../ui/index.ts'
import styles from './InvoiceCard.module.css'
import { maxReasonLength } from './ReportFields.tsx'

const tones: Record<OperatorInvoice['state'], StatusBadgeProps['tone']> = {
  waiting: 'gold',
  answered: 'mint',
  declined: 'plain',
}

type InvoiceCardProps = { invoice: OperatorInvoice; order: OperatorOrder; onDone: () => void }

/** A traveller's invoice request, which operators answer with a file or decline. */
export function InvoiceCard({ invoice, order, onDone }: InvoiceCardProps) {
  const intl = useIntl()
  const actor = useScreenActor((app) => createOfficeAct(app, onDone))
  const problem = useSelector(actor, selectOfficeProblem)
  const { state, redDueTime, reason, words } = invoice
  return (
    <Section title={intl.formatMessage({ id: 'crewInvoice.title' })}>
      <Card>
        <div className={styles.invoice}>
          <div>
            <StatusBadge tone={tones[state]}>
              <FormattedMessage id="crewInvoice.state" values={{ state }} />
            </StatusBadge>
          </div>
          <Details invoice={invoice} order={order} />
          {reason && (
            <p>{joinParts([intl.formatMessage({ id: 'crewInvoice.reasonOf' }, { reason }), words])}</p>
          )}
          {redDueTime && (
            <Alert tone="sky" panel>
              <FormattedMessage id="crewInvoice.redDue" />
            </Alert>
          )}
          {problem && (
            <Alert tone="coral" panel>
              {invoiceActProblemText(intl, problem)}
            </Alert>
          )}
          {redDueTime && <RedForms actor={actor} invoice={invoice} />}
          {state !== 'declined' && <AttachForm actor={actor} invoice={invoice} kind="invoice" />}
          {state === 'waiting' && <DeclineForm actor={actor} invoice={invoice} />}
        </div>
      </Card>
    </Section>
  )
}

function Details({ invoice, order }: Pick<InvoiceCardProps, 'invoice' | 'order'>) {
  const intl = useIntl()
  const now = useNow()
  const { buyer, name, taxNumber, email, amount, files } = invoice
  const { timeZone, cityName: city } = order
  return (
    <DescriptionList>
      <DescriptionItem label={intl.formatMessage({ id: 'invoice.amount' })}>
        {formatMoney(amount ?? settlement(order).kept, intl)}
      </DescriptionItem>
      <DescriptionItem label={intl.formatMessage({ id: 'invoice.name' }, { buyer })}>{name}</DescriptionItem>
      {taxNumber && (
        <DescriptionItem label={intl.formatMessage({ id: 'invoice.taxNumber' })}>{taxNumber}</DescriptionItem>
      )}
      <DescriptionItem label={intl.formatMessage({ id: 'invoice.email' })}>{email}</DescriptionItem>
      {files.map(({ kind, type, time }) => (
        <DescriptionItem
          key={time}
          label={intl.formatMessage({ id: 'crewInvoice.attached' }, { kind, type: type.toUpperCase() })}
        >
          {formatTime(time, { intl, now, timeZone, city })}
        </DescriptionItem>
      ))}
    </DescriptionList>
  )
}

const toBase64 = (file: File) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })

type FormProps = { actor: OfficeActActor; invoice: OperatorInvoice }

function AttachForm({ actor, invoice, kind }: FormProps & { kind: InvoiceFileKind }) {
  const intl = useIntl()
  const sending = useSelector(actor, selectSendingCall)
  const { orderId, revision, state } = invoice
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const file = new FormData(event.currentTarget).get('file')
    if (!(file instanceof File)) return
    const content = await toBase64(file)
    actor.send({
      type: 'act.send',
      act: {
        name: 'operatorAttachInvoice',
        request: { params: { orderId }, body: { revision, kind, content } },
      },
    })
  }
  /** The browser shows it at the field. */
  const checkSize = (input: HTMLInputElement) => {
    const isTooLarge = (input.files?.[0]?.size ?? 0) > policy.maxInvoiceMb * 1024 * 1024
    input.setCustomValidity(
      isTooLarge ? intl.formatMessage({ id: 'crewInvoice.refused' }, { reason: 'size', ...policy }) : '',
    )
  }
  return (
    <form className={styles.form} onSubmit={send}>
      <Field
        label={intl.formatMessage({ id: 'crewInvoice.fileLabel' }, { kind })}
        hint={intl.formatMessage({ id: 'crewInvoice.file' }, policy)}
      >
        <TextControl
          type="file"
          name="file"
          accept=".pdf,.ofd,application/pdf,application/ofd"
          required
          onChange={({ currentTarget }) => checkSize(currentTarget as HTMLInputElement)}
        />
      </Field>
      <div>
        <Button
          type="submit"
          kind={kind === 'invoice' && state === 'answered' ? 'ghost' : 'gold'}
          busy={sending === 'operatorAttachInvoice'}
          disabled={sending !== null && sending !== 'operatorAttachInvoice'}
        >
          <FormattedMessage
            id="crewInvoice.attach"
            values={{ kind: kind === 'invoice' && state === 'answered' ? 'replacement' : kind }}
          />
        </Button>
      </div>
    </form>
  )
}

function RedForms({ actor, invoice }: FormProps) {
  const sending = useSelector(actor, selectSendingCall)
  const { orderId, revision } = invoice
  return (
    <>
      <AttachForm actor={actor} invoice={invoice} kind="red" />
      <div>
        <Button
          kind="ghost"
          busy={sending === 'operatorEndRedInvoice'}
          disabled={sending === 'operatorAttachInvoice'}
          onClick={() =>
            actor.send({
              type: 'act.send',
              act: { name: 'operatorEndRedInvoice', request: { params: { orderId }, body: { revision } } },
            })
          }
        >
          <FormattedMessage id="crewInvoice.redDone" />
        </Button>
      </div>
    </>
  )
}

function DeclineForm({ actor, invoice: { orderId, revision } }: FormProps) {
  const intl = useIntl()
  const sending = useSelector(actor, selectSendingCall)
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const reason = invoiceDeclineReasons.find((one) => one === form.get('reason')) ?? 'other'
    const words = String(form.get('words'))
    actor.send({
      type: 'act.send',
      act: {
        name: 'operatorDeclineInvoice',
        request: { params: { orderId }, body: { revision, reason, words } },
      },
    })
  }
  return (
    <form className={styles.form} onSubmit={send}>
      <Field label={intl.formatMessage({ id: 'crewInvoice.reason' })}>
        <SelectControl name="reason">
          {invoiceDeclineReasons.map((reason) => (
            <option key={reason} value={reason}>
              {intl.formatMessage({ id: 'crewInvoice.reasonOf' }, { reason })}
            </option>
          ))}
        </SelectControl>
      </Field>
      <Field label={intl.formatMessage({ id: 'crewInvoice.words' })}>
        <TextControl name="words" maxLength={maxReasonLength} />
      </Field>
      <div>
        <Button
          type="submit"
          kind="ghost"
          busy={sending === 'operatorDeclineInvoice'}
          disabled={sending === 'operatorAttachInvoice'}
        >
          <FormattedMessage id="crewInvoice.decline" />
        </Button>
      </div>
    </form>
  )
}
