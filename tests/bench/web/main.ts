/**
 * `npm run bench -- web` compares the app's pages with the floor page, a bare page with the same libraries. Both are
 * measured in turn. `--routes home,faq` (or `none`), `--no-visits`, `--no-trip` and
 * `--runs N` shorten it. A whole run writes docs/figures.md.
 */
import { parseArgs } from 'node:util'
import { chromium, type Page } from '@playwright/test'
import { requireBrowser } from '../../../tools/browser.ts'
import { BuiltServer } from '../../../tools/built-server.ts'
import { enter, newTraveller, placePaidOrder } from '../../e2e/backend.ts'
import { enterCrew, measureCrewDay } from './crew-day.ts'
import { startFloor } from './floor.ts'
import { keepFigures } from './keep.ts'
import { type Load, measureLoad, measureRepeatVisit, medianLoad } from './loads.ts'
import { measurePageRates, pageRateTable } from './page-rates.ts'
import { medianOf } from './phone.ts'
import { type Row, routeRows, routeTable, tapTable, tripTable, type Visit, visitTable } from './tables.ts'
import { measureFloorTaps, measureTrip } from './trip.ts'

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    routes: { type: 'string', default: '' },
    runs: { type: 'string', default: '5' },
    'no-trip': { type: 'boolean', default: false },
    'no-visits': { type: 'boolean', default: false },
  },
})
const runs = Number(values.runs)

const paths: Record<string, string> = {
  home: '/',
  'QR landing': '/order/create/demo-hotel-desk',
  FAQ: '/faq',
  site: '/site/detail/hongqiao-railway-station',
  insurance: '/insurance/city/shanghai',
  terms: '/terms',
  notice: '/luggage/notice',
  about: '/about',
  'not found': '/404',
  order: '/order/detail/',
  'crew sign-in': '/crew',
  'crew day': '/crew',
}
const routeFilters = values.routes.split(',').filter(Boolean)
const names = Object.keys(paths).filter(
  (name) =>
    routeFilters.length === 0 || routeFilters.some((wish) => name.toLowerCase().includes(wish.toLowerCase())),
)

const floor = await startFloor()
const server = await BuiltServer.start()
const browser = await chromium.launch({
  executablePath: requireBrowser(),
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic'],
})
try {
  const traveller = await newTraveller(server.url)
  const { orderId } = await placePaidOrder(traveller)
  const signIns: Record<string, (page: Page) => Promise<void>> = {
    order: (page) => enter(page, traveller),
    'crew day': (page) => enterCrew(page, server.url),
  }
  const loads: Record<string, { own: Load[]; floor: Load[] }> = {}
  for (let run = 1; run <= runs; run += 1) {
    for (const name of names) {
      loads[name] ??= { own: [], floor: [] }
      loads[name].floor.push(await measureLoad(browser, floor.url))
      const url = server.url + paths[name] + (name === 'order' ? orderId : '')
      loads[name].own.push(await measureLoad(browser, url, signIns[name]))
      process.stderr.write(`\rload ${run} of ${runs}: ${name}${' '.repeat(20)}`)
    }
  }
  process.stderr.write('\n')
  const tables: string[] = []
  if (names.length > 0) {
    const floorLoad = medianLoad(Object.values(loads).flatMap((pair) => pair.floor))
    const rows: Row[] = names.map((name) => {
      const pair = loads[name] ?? { own: [], floor: [] }
      return { name, own: medianLoad(pair.own), floor: medianLoad(pair.floor) }
    })
    tables.push(routeTable(routeRows(floorLoad, rows)))
    const rates = await measurePageRates(server.url, ['/', '/faq', '/order/create/demo-hotel-desk'])
    tables.push(pageRateTable(rates))
  }
  if (!values['no-visits']) {
    const account = (page: Page) => enter(page, traveller)
    const pages: Record<string, string> = {
      order: `/order/detail/${orderId}`,
      orders: '/order/category',
      notifications: '/person/notification',
      account: '/person/account',
    }
    const kinds = {
      'for the first time': { measure: measureLoad, most: [0.7, 1.3] },
      again: { measure: measureRepeatVisit, most: [1.3, 1.3] },
    } as const
    const visits: Visit[] = []
    for (const [kind, { measure, most }] of Object.entries(kinds)) {
      for (const [name, path] of Object.entries(pages)) {
        const pair: { own: Load[]; floor: Load[] } = { own: [], floor: [] }
        for (let run = 1; run <= runs; run += 1) {
          process.stderr.write(`\rvisit ${run} of ${runs}: ${name} ${kind}${' '.repeat(20)}`)
          pair.floor.push(await measure(browser, floor.url))
          pair.own.push(await measure(browser, server.url + path, account))
        }
        const [own, beside] = [medianLoad(pair.own), medianLoad(pair.floor)]
        visits.push({ name: `${name} ${kind}`, own, floor: beside, most: [...most] })
      }
    }
    process.stderr.write('\n')
    tables.push(visitTable(visits))
  }
  if (!values['no-trip']) {
    const trips = []
    const crewDays = []
    const floorTaps: number[] = []
    for (let run = 0; run < Math.min(runs, 3); run += 1) {
      floorTaps.push(...(await measureFloorTaps(browser, floor.url)))
      trips.push(await measureTrip(browser, server.url))
      crewDays.push(await measureCrewDay(browser, server.url))
    }
    const floorTap = medianOf(floorTaps)
    tables.push(
      tripTable(trips),
      tapTable('a trip', trips, floorTap, 'form: photos'),
      tapTable('a courier’s order', crewDays, floorTap, 'pick up: photo'),
    )
    if (routeFilters.length === 0) keepFigures(tables.join('\n\n'), runs)
  }
  console.log(tables.join('\n\n'))
} finally {
  await browser.close()
  await server.discard()
  await floor.stop()
}
