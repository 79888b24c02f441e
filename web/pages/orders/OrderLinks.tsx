import { selectProfile } from '@handsfree/core/auth'
import { getContact, type Order } from '@handsfree/core/contract'
import {
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
  FileText,
  Printer,
  Receipt,
  Share2,
  ShieldQuestionMark,
  Undo2,
  Users,
} from 'lucide-react'
import { Suspense, useState } from 'react'
import { useIntl } from 'react-intl'
import { lazyScreen } from '../../app/lazy-screen.ts'
import { RouteBoundary } from '../../app/RouteBoundary.tsx'
import { useApp } from '../../app/useApp.ts'
import { Button, toast } from '../../ui/index.ts'
import { pdfType, usePdf } from './usePdf.ts'

const ReceiverLinkSheet = lazyScreen(() => import('./ReceiverLinkSheet.tsx'))

export function CalendarButton({ order }: { order: Order }) {
  const intl = useIntl()
  const app = useApp()
  const save = async () => {
    try {
      const [{ orderCalendar }, { saveFile }] = await Promise.all([
        import('@handsfree/core/calendar'),
        import('../../app/save-file.ts'),
      ])
      const content = orderCalendar(intl, order, app.clock.now())
      await saveFile(app, content, { name: `Handsfree-${order.orderNumber}.ics`, type: 'text/calendar' })
    } catch {
      toast.showUntilClosed(
        intl.formatMessage({ id: 'calendar.failed' }),
        intl.formatMessage({ id: 'common.close' }),
      )
    }
  }
  return (
    <Button kind="ghost" icon={<CalendarPlus size={20} aria-hidden="true" />} onClick={save}>
      {intl.formatMessage({ id: 'calendar.add' })}
    </Button>
  )
}

export function ReceiptButtons({ order }: { order: Order }) {
  const intl = useIntl()
  const app = useApp()
  if (order.payments.length === 0) return null
  const readOptions = async () => {
    const contact = await app.api.call(getContact, {})
    const customer = selectProfile(app.auth.getSnapshot())
    // Without a network, the receipt names no seller.
    const company = (contact.ok && contact.value.company) || null
    return { intl, now: app.clock.now(), customer, company }
  }
  const showFailure = () =>
    toast.showUntilClosed(
      intl.formatMessage({ id: 'receipt.failed' }),
      intl.formatMessage({ id: 'common.close' }),
    )
  const save = async () => {
    try {
      const [{ receiptHtml, receiptName }, { saveFile }, options] = await Promise.all([
        import('./receipt.ts'),
        import('../../app/save-file.ts'),
        readOptions(),
      ])
      await saveFile(app, receiptHtml(order, options), { name: receiptName(order), type: 'text/html' })
    } catch {
      showFailure()
    }
  }
  const print = async () => {
    try {
      const [{ printReceipt }, options] = await Promise.all([import('./print-receipt.tsx'), readOptions()])
      printReceipt(order, options)
    } catch {
      showFailure()
    }
  }
  return (
    <>
      <Button kind="ghost" icon={<Download size={20} aria-hidden="true" />} onClick={save}>
        {intl.formatMessage({ id: 'receipt.download' })}
      </Button>
      <Button kind="ghost" icon={<Printer size={20} aria-hidden="true" />} onClick={print}>
        {intl.formatMessage({ id: 'receipt.print' })}
      </Button>
    </>
  )
}

/** The receipt as PDF, to save or, where the browser shares files, to share. */
export function ReceiptPdfButtons({ order }: { order: Order }) {
  const intl = useIntl()
  const name = `Handsfree-${order.orderNumber}.pdf`
  const { save, share } = usePdf(`/orders/${order.orderId}/receipt.pdf`, name, 'receipt.failed')
  if (order.payments.length === 0) return null
  const canShareFiles =
    'canShare' in navigator && navigator.canShare({ files: [new File([], name, { type: pdfType })] })
  return (
    <>
      <Button kind="ghost" icon={<FileText size={20} aria-hidden="true" />} onClick={save}>
        {intl.formatMessage({ id: 'receipt.downloadPdf' })}
      </Button>
      {canShareFiles && (
        <Button kind="ghost" icon={<Share2 size={20} aria-hidden="true" />} onClick={share}>
          {intl.formatMessage({ id: 'receipt.share' })}
        </Button>
      )}
    </>
  )
}

export function ChangeLink({ order }: { order: Order }) {
  const intl = useIntl()
  const may = offeredChange(order)
  if (!may) return null
  return (
    <Button kind="ghost" href={`/order/change/${order.orderId}`}>
      {intl.formatMessage({ id: `orderChange.start.${may}` })}
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
export function ReceiverLink({ order }: { order: Order }) {
  const intl = useIntl()
  const [sheetState, setSheetState] = useState<'never' | 'open' | 'closed'>('never')
  if (!offersReceiverLink(order)) return null
  return (
    <>
      <Button
        kind="ghost"
        icon={<Users size={20} aria-hidden="true" />}
        aria-haspopup="dialog"
        onClick={() => setSheetState('open')}
      >
        {intl.formatMessage({ id: 'receiverLink.open' })}
      </Button>
      {sheetState !== 'never' && (
        <RouteBoundary quiet>
          <Suspense fallback={null}>
            <ReceiverLinkSheet
              order={order}
              open={sheetState === 'open'}
              mayMake={mayMakeReceiverLink(order)}
              onClose={() => setSheetState('closed')}
            />
          </Suspense>
        </RouteBoundary>
      )}
    </>
  )
}

export function ClaimsLink({ actor, order }: { order: Order; actor: OrderDetailActor }) {
  const intl = useIntl()
  const isAsked = useSelector(actor, selectHasPendingClaimOffer)
  if (!offersClaims(order)) return null
  return (
    <Button
      kind="ghost"
      icon={<ShieldQuestionMark size={20} aria-hidden="true" />}
      href={`/order/claims/${order.orderId}`}
    >
      {intl.formatMessage({ id: isAsked ? 'claim.yourTurn' : 'claim.open' })}
    </Button>
  )
}

/** The page that requests an invoice and has its files. */
export function InvoiceLink({ order }: { order: Order }) {
  const intl = useIntl()
  if (order.payments.length === 0) return null
  return (
    <Button
      kind="ghost"
      icon={<Receipt size={20} aria-hidden="true" />}
      href={`/order/invoice/${order.orderId}`}
    >
      {intl.formatMessage({ id: 'invoice.open' })}
    </Button>
  )
}
