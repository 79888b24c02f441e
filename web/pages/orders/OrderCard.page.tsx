import type { Order } from '@handsfree/core/contract'
import { cardTexts, joinParts, selectLocale } from '@handsfree/core/i18n'
import {
  cardContent,
  cardLocales,
  cardOf,
  createOrderDetail,
  type OrderDetailActor,
  selectOrder,
  selectReading,
  spellCode,
  splitClaimCode,
} from '@handsfree/core/orders'
import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import { useIntl } from 'react-intl'
import { useParams } from 'wouter'
import { BackBar } from '../../app/BackBar.tsx'
import { useApp } from '../../app/useApp.ts'
import { useCustomTitle } from '../../app/useCustomTitle.ts'
import { useNow } from '../../app/useNow.ts'
import { useScreenActor } from '../../app/useScreenActor.ts'
import { OrderNotThere } from '../../parts/orders/OrderNotThere.tsx'
import { ReadingFallback } from '../../parts/reading/ReadingFallback.tsx'
import { Button, EmptyState, Loading, LostPagePicture, Page, QrCode, Skeleton } from '../../ui/index.ts'
import { CardPhotos } from './CardPhotos.tsx'
import styles from './OrderCard.module.css'

/** Held out to a desk: black on white, keeps the screen on, works offline. */
export default function OrderCard() {
  const { orderId = '' } = useParams()
  const actor = useScreenActor((app) => createOrderDetail(app, orderId))
  const order = useSelector(actor, selectOrder)
  useCustomTitle(joinParts([useIntl().formatMessage({ id: 'card.title' }), order?.orderNumber]))
  const now = useNow()
  const card = order && cardOf(order, now)
  if (order && card) return <Card order={order} card={card} />
  return <NoCard actor={actor} order={order} />
}

/** Keeps "，" on the line of the previous character: `overflow-wrap: anywhere` would allow a break before it. */
const joinPunctuation = (words: string) =>
  words.split(/(.，)/).map((part, index) =>
    index % 2 ? (
      <span className={styles.closed} key={index}>
        {part}
      </span>
    ) : (
      part
    ),
  )

type CardProps = { order: Order; card: NonNullable<ReturnType<typeof cardOf>> }

function Card({ order, card }: CardProps) {
  const intl = useIntl()
  const { language } = useApp()
  const locale = useSelector(language, selectLocale)
  useWakeLock()
  const [staffLocale, otherLocale] = cardLocales(order, locale)
  const { side, claimCode, pieces } = card
  const letters = claimCode ?? order.orderNumber.replaceAll(' ', '')
  return (
    <div className={styles.screen}>
      <BackBar title={intl.formatMessage({ id: 'card.title' })} fallback={`/order/detail/${order.orderId}`} />
      <main className={styles.card} tabIndex={-1}>
        <p className={styles.theirs} lang={staffLocale}>
          {joinPunctuation(cardTexts[staffLocale][side](pieces))}
        </p>
        <p className={styles.other} lang={otherLocale}>
          {cardTexts[otherLocale][side](pieces)}
        </p>
        <QrCode
          value={cardContent(card)}
          size={280}
          label={intl.formatMessage({ id: 'card.qr' }, { code: spellCode(letters) })}
        />
        <p className={styles.letters}>
          <span aria-hidden="true">{claimCode ? splitClaimCode(claimCode) : order.orderNumber}</span>
          <span className="unseen">{spellCode(letters)}</span>
        </p>
        {claimCode && <p className={styles.number}>{order.orderNumber}</p>}
        <CardPhotos order={order} />
      </main>
    </div>
  )
}

function NoCard({ actor, order }: { actor: OrderDetailActor; order: Order | null }) {
  const intl = useIntl()
  const reading = useSelector(actor, selectReading)
  const bar = <BackBar title={intl.formatMessage({ id: 'card.title' })} />
  if (order) {
    return (
      <Page bar={bar} centered>
        <EmptyState
          role="alert"
          picture={<LostPagePicture />}
          title={intl.formatMessage({ id: 'card.none' })}
          action={
            <Button href={`/order/detail/${order.orderId}`}>
              {intl.formatMessage({ id: 'card.seeOrder' })}
            </Button>
          }
        />
      </Page>
    )
  }
  const loading = (
    <div className={styles.screen}>
      {bar}
      <main className={styles.card} tabIndex={-1}>
        <Loading label={intl.formatMessage({ id: 'common.loading' })}>
          <div className={styles.bones}>
            <Skeleton width="64%" height="36px" />
            <Skeleton width="48%" />
            <Skeleton shape="block" width="280px" height="280px" />
            <Skeleton width="56%" height="40px" />
          </div>
        </Loading>
      </main>
    </div>
  )
  return <ReadingFallback reading={reading} bar={bar} loading={loading} notThere={<OrderNotThere />} />
}

/** Best effort: unsupported devices and battery savers reject the lock. */
function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | null = null
    let isUnmounted = false
    const hold = async () => {
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return
      // The browser releases the lock when the page is hidden.
      const held = await navigator.wakeLock.request('screen').catch(() => null)
      if (isUnmounted) await held?.release()
      else lock = held
    }
    void hold()
    document.addEventListener('visibilitychange', hold)
    return () => {
      isUnmounted = true
      document.removeEventListener('visibilitychange', hold)
      void lock?.release().catch(() => undefined)
    }
  }, [])
}
