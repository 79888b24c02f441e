import {
  type DraftFormActor,
  type PlacementActor,
  selectLivePrice,
  selectPlace,
} from '@handsfree/core/booking'
import { promiseText } from '@handsfree/core/i18n'
import { cancelTermsText } from '@handsfree/core/orders'
import { useSelector } from '@xstate/react'
import { type ReactNode, Suspense, useEffect } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { PolicyChange } from '../../parts/booking/PolicyChange.tsx'
import { promiseList } from '../../parts/info/promise-list.ts'
import { TermsText } from '../../parts/info/TermsText.tsx'
import { SiteAnnouncements } from '../../parts/notifications/SiteAnnouncements.tsx'
import { BagsPart } from '../../parts/order-form/BagsPart.tsx'
import { goToPart, type SectionProps } from '../../parts/order-form/form-fields.ts'
import styles from '../../parts/order-form/OrderForm.module.css'
import { RemarksPart } from '../../parts/order-form/RemarksPart.tsx'
import { RoutePart } from '../../parts/order-form/RoutePart.tsx'
import { useSavedOffers } from '../../parts/order-form/SavedOffers.tsx'
import { WhenPart } from '../../parts/order-form/WhenPart.tsx'
import { WideSummary } from '../../parts/order-form/WideSummary.tsx'
import { Button, Columns, ErrorLive, Page, Sheet } from '../../ui/index.ts'
import { DiscardPendingDraft } from './DiscardPendingDraft.tsx'
import { consumeRequestedPart } from './edit-part.ts'
import { OrderBar, SkipToMissing } from './OrderBar.tsx'
import { ReceiverPart } from './ReceiverPart.tsx'
import { useDraftPromises } from './useDraftPromises.ts'
import { useScrollAnchor } from './useScrollAnchor.ts'

type OrderFormProps = { placement: PlacementActor; form: DraftFormActor; bar: ReactNode }

export function OrderForm({ placement, form, bar }: OrderFormProps) {
  const savedEntries = useSavedOffers()
  useScrollAnchor(form)
  // The parts render once more when the placement replaces the preview.
  useEffect(() => {
    const part = consumeRequestedPart()
    const frame = part && requestAnimationFrame(() => goToPart(part))
    return () => {
      if (frame) cancelAnimationFrame(frame)
    }
  }, [])
  return (
    <Page wide bar={bar} action={<OrderBar placement={placement} form={form} />}>
      <Columns
        aside={
          <>
            <WideSummary form={form} />
            <VisitorPromises form={form} />
          </>
        }
        more={<DiscardPendingDraft placement={placement} />}
      >
        <SkipToMissing form={form} />
        <FormAnnouncements form={form} />
        {/* The bar summarizes the problems and moves the focus to the first one. */}
        <ErrorLive value={undefined}>
          {/* Separate boundaries: a tap during hydration waits only for its own part. */}
          <Suspense>
            <RoutePart form={form} saved={savedEntries} canSave />
          </Suspense>
          <Suspense>
            <WhenPart form={form} />
          </Suspense>
          <Suspense>
            <BagsPart form={form} />
          </Suspense>
          <Suspense>
            <ReceiverPart form={form} saved={savedEntries} canSave />
          </Suspense>
          <Suspense>
            <RemarksPart form={form} />
          </Suspense>
        </ErrorLive>
      </Columns>
      <TermsSheet placement={placement} />
    </Page>
  )
}

const FormAnnouncements = ({ form }: SectionProps) => (
  <SiteAnnouncements announced={useSelector(form, selectPlace).announcements} />
)

/** Orders require agreement to the Terms of Service (spec section 5). */
function TermsSheet({ placement }: { placement: PlacementActor }) {
  const intl = useIntl()
  const isOpen = useSelector(placement, (snapshot) => snapshot.matches('agreeingToTerms'))
  // The confirmation follows: load its code while the terms are read.
  useEffect(() => {
    if (isOpen) import('./OrderConfirm.page.tsx').catch(() => undefined)
  }, [isOpen])
  return (
    <Sheet
      open={isOpen}
      onClose={() => placement.send({ type: 'terms.decline' })}
      title={intl.formatMessage({ id: 'orderForm.agreeToTerms' })}
      closeLabel={intl.formatMessage({ id: 'common.close' })}
      action={
        <Button onClick={() => placement.send({ type: 'terms.agree' })}>
          <FormattedMessage id="orderForm.agreeAndContinue" />
        </Button>
      }
    >
      <PolicyChange />
      <TermsText level={3} />
    </Sheet>
  )
}

/** For visitors who came here directly from a QR code. */
function VisitorPromises({ form }: SectionProps) {
  const intl = useIntl()
  const hasAccount = useSelector(form, ({ context }) => context.hasAccount)
  const terms = useDraftPromises(form)?.cancelTerms
  const isFree = useSelector(form, (snapshot) => selectLivePrice(snapshot).total.amount === 0)
  if (hasAccount) return null
  return (
    <ul className={styles.promises}>
      {promiseList.map(({ id, Icon }) => (
        <li key={id}>
          <Icon size={16} aria-hidden="true" />
          {id === 'freeCancellation' && terms !== undefined && terms !== 'freeUntil'
            ? cancelTermsText(intl, terms, { time: '', price: isFree ? 'free' : 'other' })
            : promiseText(intl, id)}
        </li>
      ))}
    </ul>
  )
}
