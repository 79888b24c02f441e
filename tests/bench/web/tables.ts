import { table } from '../keep-section.ts'
import type { Load } from './loads.ts'
import { medianOf } from './phone.ts'
import type { Interaction } from './taps.ts'
import type { Trip } from './trip.ts'

export type Row = { name: string; own: Load; floor: Load }

const kib = (bytes: number) => `${(bytes / 1_024).toFixed(0)} KiB`
const seconds = (ms: number) => `${(ms / 1_000).toFixed(2)} s`
const ms = (time: number) => `${Math.round(time)} ms`
const times = (own: number, floor: number) => (floor > 0 ? `${(own / floor).toFixed(2)}×` : '–')
const mark = (isMet: boolean) => (isMet ? '' : ' ✗')
/** A ratio, and a mark whether it is within the aim. */
const ratio = (own: number, floor: number, most: number) => `${times(own, floor)}${mark(own <= floor * most)}`

/** At most these times the floor's first paint, blocked time and largest paint, if it differs. */
const aims: Record<string, [paint: number, blocked: number, largest?: number]> = {
  home: [0.45, 1.5],
  'QR landing': [0.45, 1.5],
  order: [Infinity, Infinity],
  'crew sign-in': [1, Infinity, Infinity],
  'crew day': [1, Infinity, Infinity],
}

/** Ratios compare medians of loads measured in turn. */
export function routeRows(floor: Load, rows: readonly Row[]): string[][] {
  const cells = (name: string, load: Load, ratios: readonly string[]) => [
    name,
    `${seconds(load.firstPaint)} ${ratios[0]}`,
    `${seconds(load.largestPaint)} ${ratios[1]}`,
    `${ms(load.blockedInAll)} ${ratios[2]}`,
    ms(load.blocked),
    `${load.shift.toFixed(3)}${mark(load.shift < 0.001)}`,
    `${load.requests}${name === 'home' ? mark(load.requests <= 8) : ''}`,
    kib(load.bytes),
  ]
  return [
    cells('floor', floor, ['1×', '1×', '1×']),
    ...rows.map(({ name, own, floor: beside }) => {
      const [paint, blocked, largest = paint] = aims[name] ?? [0.5, 1.5]
      return cells(name, own, [
        ratio(own.firstPaint, beside.firstPaint, paint),
        ratio(own.largestPaint, beside.largestPaint, largest),
        ratio(own.blockedInAll, beside.blockedInAll, blocked),
      ])
    }),
  ]
}

/** Visits with an account. `most`: paint and content at most these times the floor's paint. */
export type Visit = { name: string; own: Load; floor: Load; most: [paint: number, content: number] }

export function visitTable(visits: readonly Visit[]): string {
  const rows = visits.map(({ name, own, floor, most: [paint, content] }) => [
    name,
    seconds(floor.firstPaint),
    `${seconds(own.firstPaint)} ${ratio(own.firstPaint, floor.firstPaint, paint)}`,
    `${seconds(own.content)} ${ratio(own.content, floor.firstPaint, content)}`,
    `${own.shift.toFixed(3)}${mark(own.shift < 0.001)}`,
    name.includes('again') ? `${own.later}${mark(own.later <= 10)}` : `${own.later}`,
  ])
  return [
    table(['with an account', 'floor', 'first paint', 'content', 'shift', 'requests after it'], rows),
    'Times the floor’s first paint of the same visit: again at most 1.3×, aim 1×; the first visit’s paint 0.7×, aim 0.5×, and content 1.3×, aim 1.1×. At most 10 requests after the paint of a page that is opened again.',
  ].join('\n\n')
}

export const routeTable = (rows: string[][]): string =>
  [
    table(
      [
        'page',
        'first paint',
        'largest paint',
        'blocked',
        'of it after first paint',
        'shift',
        'requests',
        'bytes',
      ],
      rows,
    ),
    'Aims: paints of home and QR landing 0.45×, of others 0.5×; blocked 1.5×; shift 0; home 8 requests; first paint of `/crew` 1×; none for the order’s page, which needs an account. ✗: not met.',
  ].join('\n\n')

export function tripTable(trips: readonly Trip[]): string {
  const median = (read: (trip: Trip) => number) => medianOf(trips.map(read))
  const requests = median(({ toOrder }) => toOrder.requests)
  const bytes = median(({ toOrder }) => toOrder.bytes)
  const reload = median((trip) => trip.reload.requests)
  const fromNetwork = median((trip) => trip.reload.fromNetwork)
  return table(
    ['trip', 'measured', 'aim'],
    [
      ['requests from the QR code to the paid order', `${requests}${mark(requests <= 60)}`, '60'],
      ['bytes of it without pictures', `${kib(bytes)}${mark(bytes <= 450 * 1_024)}`, '450 KiB'],
      [
        'requests of a reload of the order’s page',
        `${reload}${mark(reload <= 14)}, ${fromNetwork} of them over the line`,
        '14',
      ],
    ],
  )
}

type SlowTap = { step: string; what: string; duration: number; parts: Interaction['parts'] }

/** The slowest interaction of each step in its fastest trip, since other load on the machine only adds time. */
function slowestTaps(trips: readonly Pick<Trip, 'interactions'>[]): SlowTap[] {
  const steps = [...new Set(trips.flatMap(({ interactions }) => interactions.map(({ step }) => step)))]
  const slowest = steps.flatMap((step) => {
    const each = trips
      .flatMap(({ interactions }) => {
        const ofStep = interactions.filter((one) => one.step === step)
        return ofStep.toSorted((a, b) => b.duration - a.duration).slice(0, 1)
      })
      .toSorted((a, b) => a.duration - b.duration)
    return each[0] ?? []
  })
  return slowest.toSorted((a, b) => b.duration - a.duration)
}

/** `photos` begins the names of the steps that prepare photos. */
export function tapTable(
  title: string,
  trips: readonly Pick<Trip, 'interactions' | 'tasks'>[],
  floorTap: number,
  photos: string,
): string {
  const taps = slowestTaps(trips)
  const tasks = trips
    .flatMap((trip) => trip.tasks)
    .filter(({ step }) => step.startsWith(photos))
    .map(({ duration }) => duration)
  const rows = taps
    .slice(0, 12)
    .map(({ step, what, duration, parts }) => [
      step,
      what.replaceAll('|', '/'),
      `${ms(duration)} ${ratio(duration, floorTap, 5)}`,
      `${ms(parts.delay)} + ${ms(parts.handlers)} + ${ms(parts.frame)}`,
    ])
  return [
    table(
      [`slowest taps and keys of ${title}`, 'on', 'until the next frame', 'delay + handlers + frame'],
      [['floor', 'its button', `${ms(floorTap)} 1×`, ''], ...rows],
    ),
    `Aim: 5×. Each step’s slowest, in the best of ${trips.length} runs. The longest task while photos are prepared: ${ms(Math.max(0, ...tasks))}.`,
  ].join('\n\n')
}
