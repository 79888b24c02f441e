import { areaOf } from '@handsfree/core/booking'
import { type App, type Formatter, type MessageKey, policy, type QrSite } from '@handsfree/core/client'
import { closedDaysText, formatAddress, formatMoney, formatPriceLine, hoursText } from '@handsfree/core/i18n'
import { handInWay } from '@handsfree/core/orders'
import { priceOrder, storageFeeAt } from '@handsfree/core/policy'
import { screenOf } from '@handsfree/core/screens'
import { isOpenNow } from '@handsfree/core/sites'
import { renderSVG } from 'uqr'
import { element } from './elements.ts'
import { idleSeconds, type KioskActor, kioskLabels } from './kiosk.machine.ts'

export const button = (id: string, label: string, onclick: () => void, language = {}) =>
  element('button', label, { type: 'button', id, onclick, ...language })

/** A button for each event that the machine takes now. */
export const buttonsOf = (kiosk: KioskActor, intl: Formatter): HTMLButtonElement[] =>
  (screenOf(kiosk.getSnapshot(), kioskLabels)?.buttons ?? []).map(({ event, label }) =>
    button(event.type, intl.formatMessage({ id: label }), () => kiosk.send(event)),
  )

export function barView(language: App['language'], intl: Formatter): HTMLElement[] {
  const locale = intl.locale === 'zh-CN' ? 'en-US' : 'zh-CN'
  const switchLanguage = () => language.send({ type: 'language.switch', locale })
  const name = element('strong', intl.formatMessage({ id: 'common.app_title' }))
  const label = intl.formatMessage({ id: 'language.other' })
  return [name, button('language', label, switchLanguage, { lang: locale })]
}

export function headView(kiosk: KioskActor, intl: Formatter): HTMLElement {
  const title = screenOf(kiosk.getSnapshot(), kioskLabels)?.title ?? 'kiosk.title'
  const detail = title === 'kiosk.title' ? 'home.detail' : 'kiosk.scan'
  const heading = element('h1', intl.formatMessage({ id: title }), { id: 'title', tabIndex: -1 })
  return element('hgroup', [heading, element('p', intl.formatMessage({ id: detail }))])
}

const card = (className: string, title: string, ...content: HTMLElement[]) =>
  element('section', [element('h2', title), ...content], { className })

export function placeView(kiosk: KioskActor, place: QrSite, intl: Formatter, now: number): HTMLElement[] {
  const say = (id: MessageKey, values = {}) => intl.formatMessage({ id }, values)
  const line = (text: string) => element('p', text)
  const { site, location, priceRule, insurancePlan, region } = place
  const { pieces } = kiosk.getSnapshot().context
  const distanceFee = areaOf(place, region.regionId)?.surchargePerPiece ?? 0
  const facts = { pieces, declaredValue: 0, distanceFee, storageFee: storageFeeAt(site.siteId) }
  const { lines, total } = priceOrder(priceRule, insurancePlan, facts)
  const rows = lines.map((line) => formatPriceLine(line, total.currency, intl))
  rows.push({ label: say('price.total'), amount: formatMoney(total, intl) })
  const terms = rows.flatMap(({ label, amount }) => [element('dt', label), element('dd', amount)])
  const steppers = buttonsOf(kiosk, intl).filter(({ id }) => id.startsWith('bags.'))
  const count = element('output', say('order.bags', { pieces }))
  const way = handInWay({ access: place.access, pickup: place })
  const steps = [say('kiosk.stepPhone'), say('kiosk.stepBags', { way }), say('kiosk.stepCollect')]
  const list = steps.map((step) => element('li', step))
  const opening = say(isOpenNow(site, now) ? 'siteDetail.open' : 'siteDetail.closed')
  const hours = [opening, hoursText(intl, site.hours), closedDaysText(intl, site, now)].filter(Boolean)
  const promises = [line(say('promise.freeCancellation', policy)), line(say('kiosk.priceNote'))]
  const price = [element('div', [count, ...steppers]), element('dl', terms), ...promises]
  return [
    card('facts', site.name, line(formatAddress({ location }, intl)), line(hours.join(' · '))),
    card('how', say('kiosk.how'), element('ol', list)),
    card('price', say('kiosk.price'), ...price),
  ]
}

/** The link is text, because a tap must not leave the kiosk. */
export function phoneView(link: string, intl: Formatter): HTMLElement {
  const src = `data:image/svg+xml,${encodeURIComponent(renderSVG(link, { border: 3 }))}`
  const image = element('img', [], { src, alt: intl.formatMessage({ id: 'kiosk.code' }, { link }) })
  const hint = intl.formatMessage({ id: 'kiosk.idle' }, { seconds: idleSeconds })
  return element('section', [image, element('strong', link), element('p', hint)], { className: 'phone' })
}
