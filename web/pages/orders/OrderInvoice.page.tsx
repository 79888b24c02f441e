import { selectProfile } from '@handsfree/core/auth'
import type { Invoice, OrderInvoice as OrderInvoiceValue } from '@handsfree/core/contract'
import { invoiceBuyers, maxBuyerCharacters, maxTaxNumberCharacters } from '@handsfree/core/contract'
import { brandOf, formatMoney, formatTime, joinParts } from '@handsfree/core/i18n'
import {
  createInvoice,
  creditCodeLength,
  type InvoiceActor,
  invoiceClosedText,
  invoiceProblemText,
  selectInvoiceDraft,
  selectInvoiceErrors,
  selectInvoiceProblem,
  selectInvoiceRead,
  selectInvoiceReading,
  selectIsEditingInvoice,
} from '@handsfree/core/receipts'
import { useSelector } from '@xstate/react'
import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useParams } from 'wouter'
import { BackBar } from '../../app/BackBar.tsx'
import { useApp } from '../../app/useApp.ts'
import { useCustomTitle } from '../../app/useCustomTitle.ts'
import { useNow } from '../../app/useNow.ts'
import { useScreenActor } from '../../app/useScreenActor.ts'
import { OrderNotThere } from '../../parts/orders/OrderNotThere.tsx'
import { LoadingPage, ReadingFallback } from '../../parts/reading/ReadingFallback.tsx'
import { ReadingStaleAlert } from '../../parts/reading/ReadingStaleAlert.tsx'
import {
  Alert,
  Button,
  Card,
  ChipGroup,
  DescriptionItem,
  DescriptionList,
  Field,
  Headline,
  Page,
  Skeleton,
  StickyAction,
  TextControl,
} from '../../ui/index.ts'
import styles from './OrderInvoice.module.css'
import { usePdf } from './usePdf.ts'

export default function OrderInvoice() {
  const intl = useIntl()
  const { orderId = '' } = useParams()
  const actor = useScreenActor((app) => createInvoice(app, orderId))
  const read = useSelector(actor, selectInvoiceRead)
  const isEditing = useSelector(actor, selectIsEditingInvoice)
  const reading = useSelector(actor, selectInvoiceReading)
  const problem = useSelector(actor, selectInvoiceProblem)
  const title = intl.formatMessage({ id: 'invoice.title' })
  useCustomTitle(joinParts([title, read?.orderNumber]))
  const bar = <BackBar title={title} fallback={`/order/detail/${orderId}`} />
  if (!read) {
    const loading = (
      <LoadingPage bar={bar}>
        <Skeleton width="60%" height="32px" />
        <Skeleton shape="block" height="240px" />
      </LoadingPage>
    )
    return <ReadingFallback reading={reading} bar={bar} loading={loading} notThere={<OrderNotThere />} />
  }
  const alert = problem && (
    <Alert tone="coral" panel>
      {invoiceProblemText(intl, problem)}
    </Alert>
  )
  return (
    <Page bar={bar} action={<Action actor={actor} invoice={read.invoice} alert={alert} />}>
      <div className={styles.parts}>
        <ReadingStaleAlert reading={reading} />
        {isEditing ? <InvoiceForm actor={actor} read={read} /> : <InvoiceStatus read={read} />}
        {!isEditing && alert}
      </div>
    </Page>
  )
}

type ActionProps = { actor: InvoiceActor; invoice: Invoice | null; alert: ReactNode }

function Action({ actor, invoice, alert }: ActionProps) {
  const isEditing = useSelector(actor, selectIsEditingInvoice)
  const isSending = useSelector(actor, (snapshot) => snapshot.hasTag('busy'))
  const canEdit = useSelector(actor, (snapshot) => snapshot.can({ type: 'invoice.edit' }))
  const canLeave = useSelector(actor, (snapshot) => snapshot.can({ type: 'invoice.leave' }))
  if (!isEditing && !canEdit) return null
  if (!isEditing) {
    return (
      <StickyAction>
        <Button kind="ghost" onClick={() => actor.send({ type: 'invoice.edit' })}>
          <FormattedMessage id="invoice.edit" values={{ state: invoice?.state ?? 'other' }} />
        </Button>
      </StickyAction>
    )
  }
  return (
    <StickyAction alert={alert}>
      <div className={styles.actions}>
        <Button kind="gold" busy={isSending} onClick={() => actor.send({ type: 'invoice.send' })}>
          <FormattedMessage id={isSending ? 'invoice.sending' : 'invoice.send'} />
        </Button>
        {canLeave && (
          <Button kind="ghost" onClick={() => actor.send({ type: 'invoice.leave' })}>
            <FormattedMessage id="invoice.leave" />
          </Button>
        )}
      </div>
    </StickyAction>
  )
}

function InvoiceForm({ actor, read: { amount } }: { actor: InvoiceActor; read: OrderInvoiceValue }) {
  const intl = useIntl()
  const draft = useSelector(actor, selectInvoiceDraft)
  const errors = useSelector(actor, selectInvoiceErrors)
  const isEditable = useSelector(actor, (snapshot) => snapshot.can({ type: 'invoice.change', patch: {} }))
  const isMailed = useSelector(useApp().auth, selectProfile)?.mailsReceipts ?? false
  const { buyer } = draft
  const errorOf = (isWrong: boolean, id: 'nameRequired' | 'taxNumberInvalid' | 'emailInvalid') =>
    isWrong ? intl.formatMessage({ id: `invoice.${id}` }) : undefined
  const change = (patch: Parameters<typeof changeOf>[0]) => actor.send(changeOf(patch))
  return (
    <>
      <Headline
        level={2}
        detail={`${intl.formatMessage({ id: 'invoice.amount' })} ${formatMoney(amount, intl)}`}
      >
        {intl.formatMessage({ id: 'invoice.who' })}
      </Headline>
      <ChipGroup
        label={intl.formatMessage({ id: 'invoice.buyer' })}
        value={buyer}
        options={invoiceBuyers.map((value) => ({
          value,
          label: intl.formatMessage({ id: 'invoice.buyerOf' }, { buyer: value }),
        }))}
        onChange={(value) => change({ buyer: value })}
      />
      <Field
        label={intl.formatMessage({ id: 'invoice.name' }, { buyer })}
        error={errorOf(errors.name, 'nameRequired')}
      >
        <TextControl
          autoComplete={buyer === 'company' ? 'organization' : 'name'}
          maxLength={maxBuyerCharacters}
          readOnly={!isEditable}
          value={draft.name}
          onChange={({ currentTarget }) => change({ name: currentTarget.value })}
        />
      </Field>
      {buyer === 'company' && (
        <Field
          label={intl.formatMessage({ id: 'invoice.taxNumber' })}
          hint={intl.formatMessage(
            { id: 'invoice.taxNumberHint' },
            { market: amount.currency === 'CNY' ? 'mainland' : 'other', count: creditCodeLength },
          )}
          error={errorOf(errors.taxNumber, 'taxNumberInvalid')}
        >
          <TextControl
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={maxTaxNumberCharacters}
            readOnly={!isEditable}
            value={draft.taxNumber}
            onChange={({ currentTarget }) => change({ taxNumber: currentTarget.value })}
          />
        </Field>
      )}
      <Field
        label={intl.formatMessage({ id: 'invoice.email' })}
        hint={isMailed && <FormattedMessage id="invoice.emailHint" />}
        error={errorOf(errors.email, 'emailInvalid')}
      >
        <TextControl
          type="email"
          inputMode="email"
          autoComplete="email"
          maxLength={254}
          readOnly={!isEditable}
          value={draft.email}
          onChange={({ currentTarget }) => change({ email: currentTarget.value })}
        />
      </Field>
    </>
  )
}

type Patch = Extract<Parameters<InvoiceActor['send']>[0], { type: 'invoice.change' }>['patch']
const changeOf = (patch: Patch) => ({ type: 'invoice.change' as const, patch })

function InvoiceStatus({ read }: { read: OrderInvoiceValue }) {
  const intl = useIntl()
  const { invoice, mayRequest } = read
  const detail =
    invoice?.state === 'declined' ? (
      <>
        {intl.formatMessage({ id: 'invoice.declinedFor' }, { reason: invoice.reason ?? 'other' })}
        {invoice.words && <br />}
        {invoice.words}
      </>
    ) : (
      invoice === null && invoiceClosedText(intl, mayRequest)
    )
  return (
    <>
      <div aria-live="polite">
        <Headline level={2} detail={detail || undefined}>
          {intl.formatMessage({ id: 'invoice.headline' }, { state: invoice?.state ?? 'closed' })}
        </Headline>
      </div>
      {invoice && (
        <>
          {invoice.files.length > 0 && (
            <ul className={styles.files}>
              {invoice.files.map((file, index) => (
                <li key={file.time}>
                  <FileButton read={read} file={file} index={index} />
                </li>
              ))}
            </ul>
          )}
          <InvoiceDetails read={read} invoice={invoice} />
        </>
      )}
    </>
  )
}

type FileButtonProps = { read: OrderInvoiceValue; file: Invoice['files'][number]; index: number }

function FileButton({ read: { orderId, orderNumber }, file: { kind, type }, index }: FileButtonProps) {
  const brand = brandOf(useIntl().messages)
  const name = `${brand}-${orderNumber}-${kind}${index === 0 ? '' : `-${index}`}.${type}`
  const { save } = usePdf(`/orders/${orderId}/invoice/files/${index}`, name, 'invoice.downloadFailed', type)
  return (
    <Button
      kind={kind === 'invoice' ? 'gold' : 'ghost'}
      icon={<Download size={20} aria-hidden="true" />}
      onClick={save}
    >
      <FormattedMessage id="invoice.download" values={{ kind, type: type.toUpperCase() }} />
    </Button>
  )
}

function InvoiceDetails({ read, invoice }: { read: OrderInvoiceValue; invoice: Invoice }) {
  const intl = useIntl()
  const now = useNow()
  const { timeZone, cityName: city } = read
  const { buyer, name, taxNumber, email, decideTime, state } = invoice
  const time = (instant: string) => (
    <span className={styles.time}>{formatTime(instant, { intl, now, timeZone, city })}</span>
  )
  return (
    <Card>
      <DescriptionList>
        <DescriptionItem label={intl.formatMessage({ id: 'invoice.amount' })}>
          {formatMoney(invoice.amount ?? read.amount, intl)}
        </DescriptionItem>
        <DescriptionItem label={intl.formatMessage({ id: 'invoice.name' }, { buyer })}>
          {name}
        </DescriptionItem>
        {taxNumber && (
          <DescriptionItem label={intl.formatMessage({ id: 'invoice.taxNumber' })}>
            <span className={styles.number}>{taxNumber}</span>
          </DescriptionItem>
        )}
        <DescriptionItem label={intl.formatMessage({ id: 'invoice.email' })}>
          <span className={styles.email}>{email}</span>
        </DescriptionItem>
        <DescriptionItem label={intl.formatMessage({ id: 'payment.order' })}>
          {read.orderNumber}
        </DescriptionItem>
        <DescriptionItem label={intl.formatMessage({ id: 'invoice.requested' })}>
          {time(invoice.time)}
        </DescriptionItem>
        {state === 'answered' && decideTime && (
          <DescriptionItem label={intl.formatMessage({ id: 'invoice.issued' })}>
            {time(decideTime)}
          </DescriptionItem>
        )}
      </DescriptionList>
    </Card>
  )
}
