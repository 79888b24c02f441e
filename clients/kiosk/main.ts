import { chooseLocale, createApp, createFormatter, loadMessages } from '@handsfree/core/client'
import type { ShownBrand } from '@handsfree/core/contract'
import { type MessageKey, withBrand } from '@handsfree/core/i18n'
import { type ReadingStage, selectReadingStage } from '@handsfree/core/lib'
import { createBrowserPlatform } from '@handsfree/core/platform/browser'
import { selectValue } from '@handsfree/core/realtime'
import { createQrSite } from '@handsfree/core/sites'
import { createActor } from 'xstate'
import { show } from './elements.ts'
import { kioskMachine } from './kiosk.machine.ts'
import { barView, button, buttonsOf, headView, phoneView, placeView } from './views.ts'

const address = new URLSearchParams(location.search)
const qrId = address.get('qr') ?? ''
const ownLocale = chooseLocale(address.get('lang'), navigator.languages)
// Both languages, because a switch must work without a network.
const [english, chinese] = await Promise.all([loadMessages('en-US'), loadMessages('zh-CN')])
const brand: ShownBrand | null = JSON.parse(document.getElementById('brand')?.textContent ?? 'null')
const messages = { 'en-US': english, 'zh-CN': chinese }
type Problems = Partial<Record<ReadingStage, MessageKey>>
const problems: Problems = { failed: 'kiosk.failed', stale: 'kiosk.offline', notThere: 'kiosk.missing' }

let stop = () => {}
const platform = createBrowserPlatform({
  prefix: 'kiosk:',
  // Another language needs new actors, but no new page, which might not load.
  reload: () => {
    stop()
    stop = start()
  },
})
const kiosk = createActor(kioskMachine, { clock: platform.clock })

function start(): () => void {
  const brokerScheme = location.protocol === 'https:' ? 'wss' : 'ws'
  // The key signs calls that need an account, which a kiosk never makes.
  const app = createApp(platform, { baseUrl: '', staticKey: '', brokerScheme, initialData: { messages } })
  const { locale } = app.language.getSnapshot().context
  const intl = createFormatter(locale, withBrand(messages[locale], brand?.name[locale]))
  const place = createQrSite(app, qrId)
  const link = `${location.origin}/order/create/${encodeURIComponent(qrId)}?lang=${locale}`

  const render = () => {
    const snapshot = place.getSnapshot()
    const value = selectValue(place)(snapshot)
    const content = kiosk.getSnapshot().matches({ screen: 'phone' })
      ? [phoneView(link, intl)]
      : value && placeView(kiosk, value, intl, app.clock.now())
    const retry = button('retry', intl.formatMessage({ id: 'common.tryAgain' }), () =>
      place.send({ type: 'reading.retry' }),
    )
    const offered = buttonsOf(kiosk, intl).filter(({ id }) => !id.startsWith('bags.'))
    show('bar', barView(app.language, intl))
    show('screen', [headView(kiosk, intl), ...(content ?? [])])
    const problem = problems[selectReadingStage(snapshot)]
    show('notice', problem ? [intl.formatMessage({ id: problem })] : [])
    show('actions', [
      ...(snapshot.can({ type: 'reading.retry' }) ? [retry] : []),
      ...(snapshot.matches('notThere') ? [] : offered),
    ])
  }
  document.documentElement.lang = locale
  const subscriptions = [place.subscribe(render), kiosk.subscribe(render)]
  const ending = kiosk.on('visit.ended', () => {
    place.send({ type: 'reading.hint' })
    app.language.send({ type: 'language.switch', locale: ownLocale })
  })
  app.start()
  place.start()
  return () => {
    for (const subscription of [...subscriptions, ending]) subscription.unsubscribe()
    place.stop()
    app.stop()
  }
}

platform.onUse?.(() => kiosk.send({ type: 'screen.touch' }))
kiosk.start()
stop = start()
