import { selectProfile } from '@handsfree/core/auth'
import { getContact, type Order } from '@handsfree/core/contract'
import { brandOf } from '@handsfree/core/i18n'
import {
  isOver,
  isToArrive,
  mayMakeReceiverLink,
  type NextAction,
  type OrderDetailActor,
  offeredChange,
  offersClaims,
  offersReceiverLink,
  returnPath,
  returnStage,
  selectHasPendingClaimOffer,
} from '@handsfree/core/orders'
import { useSelector } from '@xstate/react'
import {
  CalendarPlus,
  Download,
  Pencil,
  Printer,
  Receipt,
  Share2,
  ShieldQuestionMark,
  Undo2,
  Users,
} from 'lucide-react'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { lazyScreen } from '../../app/lazy-screen.ts'
import { OptionalPart } from '../../app/OptionalPart.tsx'
import { useApp } from '../../app/useApp.ts'
import { ActionRow, Button, Card, Section, toast } from '../../ui/index.ts'
import { Cancellation } from './Cancellation.tsx'
import styles from './ManageOrder.module.css'
import { pdfType, usePdf } from './usePdf.ts'

// The page works without it, offline for example.
const NextTrip = lazyScreen(() => import('./NextTrip.tsx'))
const ReceiverLinkSheet = lazyScreen(() => import('./ReceiverLinkSheet.tsx'))

function CalendarRow({ order }: { order: Order }) {
  const intl = useIntl()
  const app = useApp()
  const save = async () => {
    try {
      const [{ orderCalendar }, { saveFile }] = await Promise.all([
        import('@handsfree/core/calendar'),
        import('../../app/save-file.ts'),
      ])
      const content = orderCalendar(intl, order, app.clock.now())
      await saveFile(app, content, {
        name: `${brandOf(intl.messages)}-${order.orderNumber}.ics`,
        type: 'text/calendar',
      })
    } catch {
      toast.showUntilClosed(
        intl.formatMessage({ id: 'calendar.failed' }),
        intl.formatMessage({ id: 'common.close' }),
      )
    }
  }
  return (
    <ActionRow icon={<CalendarPlus size={20} />} onClick={save}>
      {intl.formatMessage({ id: 'calendar.add' })}
    </ActionRow>
  )
}

/** The receipt: as a PDF from the server, to save or, where the browser shares files, to share; or on paper. */
function ReceiptRows({ order }: { order: Order }) {
  const intl = useIntl()
  const app = useApp()
  const name = `${brandOf(intl.messages)}-${order.orderNumber}.pdf`
  const { save, share } = usePdf(`/orders/${order.orderId}/receipt.pdf`, name, 'receipt.failed')
  if (order.payments.length === 0) return null
  const canShareFiles =
    'canShare' in navigator && navigator.canShare({ files: [new File([], name, { type: pdfType })] })
  const print = async () => {
    try {
      const [{ printReceipt }, contact] = await Promise.all([
        import('./print-receipt.tsx'),
        app.api.call(getContact, {}),
      ])
      const customer = selectProfile(app.auth.getSnapshot())
      // Without a network, the receipt names no seller.
      const company = (contact.ok && contact.value.company) || null
      printReceipt(order, { intl, now: app.clock.now(), customer, company })
    } catch {
      toast.showUntilClosed(
        intl.formatMessage({ id: 'receipt.failed' }),
        intl.formatMessage({ id: 'common.close' }),
      )
    }
  }
  return (
    <>
      <ActionRow icon={<Download size={20} />} onClick={save}>
        {intl.formatMessage({ id: 'receipt.download' })}
      </ActionRow>
      {canShareFiles && (
        <ActionRow icon={<Share2 size={20} />} onClick={share}>
          {intl.formatMessage({ id: 'receipt.share' })}
        </ActionRow>
      )}
      <ActionRow icon={<Printer size={20} />} onClick={print}>
        {intl.formatMessage({ id: 'receipt.print' })}
      </ActionRow>
    </>
  )
}

export function ChangeLink({ order, asRow = false }: { order: Order; asRow?: boolean }) {
  const intl = useIntl()
  const may = offeredChange(order)
  if (!may) return null
  const href = `/order/change/${order.orderId}`
  const words = intl.formatMessage({ id: `orderChange.start.${may}` })
  return asRow ? (
    <ActionRow icon={<Pencil size={20} />} href={href}>
      {words}
    </ActionRow>
  ) : (
    <Button kind="ghost" href={href}>
      {words}
    </Button>
  )
}

export function ReturnLink({ order, act }: { order: Order; act: NextAction | null }) {
  const intl = useIntl()
  const stage = returnStage(order)
  if (stage === null) return null
  return (
    <Button
      kind={act === 'choosePlace' ? 'gold' : 'ghost'}
      icon={<Undo2 size={20} aria-hidden="true" />}
      href={returnPath(order)}
    >
      {intl.formatMessage({ id: stage === 'asked' ? 'orderReturn.choose' : 'orderReturn.see' })}
    </Button>
  )
}

/** Lets another person collect the bags. Its code loads with the first tap. */
export function ReceiverLink({ order, asRow = false }: { order: Order; asRow?: boolean }) {
  const intl = useIntl()
  const [sheetState, setSheetState] = useState<'never' | 'open' | 'closed'>('never')
  if (!offersReceiverLink(order)) return null
  const open = { 'aria-haspopup': 'dialog', onClick: () => setSheetState('open') } as const
  const words = intl.formatMessage({ id: 'receiverLink.open' })
  return (
    <>
      {asRow ? (
        <ActionRow icon={<Users size={20} />} {...open}>
          {words}
        </ActionRow>
      ) : (
        <Button kind="ghost" icon={<Users size={20} aria-hidden="true" />} {...open}>
          {words}
        </Button>
      )}
      {sheetState !== 'never' && (
        <OptionalPart>
          <ReceiverLinkSheet
            order={order}
            open={sheetState === 'open'}
            mayMake={mayMakeReceiverLink(order)}
            onClose={() => setSheetState('closed')}
          />
        </OptionalPart>
      )}
    </>
  )
}

type ClaimsProps = { order: Order; actor: OrderDetailActor }

const claimsPath = ({ orderId }: Order) => `/order/claims/${orderId}`

/** The offer of a claim, which the traveller answers. */
export function ClaimReply({ actor, order }: ClaimsProps) {
  const intl = useIntl()
  const isAsked = useSelector(actor, selectHasPendingClaimOffer)
  if (!isAsked || !offersClaims(order)) return null
  return (
    <Button kind="ghost" icon={<ShieldQuestionMark size={20} aria-hidden="true" />} href={claimsPath(order)}>
      {intl.formatMessage({ id: 'claim.yourTurn' })}
    </Button>
  )
}

function ClaimsRow({ actor, order }: ClaimsProps) {
  const intl = useIntl()
  const isAsked = useSelector(actor, selectHasPendingClaimOffer)
  if (isAsked || !offersClaims(order)) return null
  return (
    <ActionRow icon={<ShieldQuestionMark size={20} />} href={claimsPath(order)}>
      {intl.formatMessage({ id: 'claim.open' })}
    </ActionRow>
  )
}

/** The page that requests an invoice and has its files. */
function InvoiceRow({ order }: { order: Order }) {
  const intl = useIntl()
  if (order.payments.length === 0) return null
  return (
    <ActionRow icon={<Receipt size={20} />} href={`/order/invoice/${order.orderId}`}>
      {intl.formatMessage({ id: 'invoice.open' })}
    </ActionRow>
  )
}

export type ManageOrderProps = ClaimsProps & {
  /** Whether changing and cancelling are offered elsewhere on the page. */
  isMissed: boolean
  supportPhone: string | undefined
}

/** The order's rarer actions, as one list. */
export function ManageOrder({ order, actor, isMissed, supportPhone }: ManageOrderProps) {
  const intl = useIntl()
  return (
    <div className={styles.manage}>
      <Section title={intl.formatMessage({ id: 'order.manage' })}>
        <Card kind="rows">
          {isOver(order) && (
            <OptionalPart>
              <NextTrip order={order} direction="back" />
            </OptionalPart>
          )}
          {!isMissed && <ChangeLink order={order} asRow />}
          <ClaimsRow actor={actor} order={order} />
          {isOver(order) && <ReceiverLink order={order} asRow />}
          {isToArrive(order) && <CalendarRow order={order} />}
          <ReceiptRows order={order} />
          <InvoiceRow order={order} />
          {!isMissed && <Cancellation actor={actor} supportPhone={supportPhone} asRow />}
        </Card>
      </Section>
    </div>
  )
}
