import { screenOf } from '@handsfree/core'
import { describe, expect, it } from 'vitest'
import en from '../../../core/i18n/messages/en-US.json' with { type: 'json' }
import zh from '../../../core/i18n/messages/zh-CN.json' with { type: 'json' }
import { graphOf } from '../../../statecharts/paths/graph.ts'
import { shortestPaths } from '../../../statecharts/paths/paths.ts'
import { routeTable } from '../../../web/route-table.ts'
import { models } from './index.ts'

const withScreen = models.filter(({ machine }) => machine.root.meta?.page !== undefined)

it('knows the screen of these machines; the others are parts of one, or have none', () => {
  expect(withScreen.map(({ name }) => name)).toEqual([
    'accountDeletion',
    'accountExport',
    'claimForm',
    'claims',
    'devices',
    'feedback',
    'handover',
    'notificationList',
    'orderChange',
    'orderDetail',
    'orderLedger',
    'orderReturn',
    'payment',
    'placement',
    'profile',
    'receiverLink',
    'saved',
    'scanner',
    'signIn',
    'siteSearch',
    'trip',
  ])
})

it('has no screen of a machine that says of none', () => {
  const realtime = models.find(({ name }) => name === 'realtime')
  const [start = ''] = Object.keys(realtime?.model.starts ?? {})
  expect(realtime && screenOf(graphOf(realtime.model, start).initial.snapshot)).toBeNull()
})

describe.each(withScreen)('$name', ({ model }) => {
  const news = new Set<string>(model.machine.root.meta?.news)
  const seen = new Set<string>()
  const moments = Object.keys(model.starts).flatMap((start) => {
    const graph = graphOf(model, start)
    return shortestPaths(graph, undefined, seen).flatMap(({ steps }) =>
      steps.map(({ state }) => ({ ...state, possible: graph.possible(state) })),
    )
  })
  const screens = moments.map(({ snapshot, possible }) => ({
    screen: screenOf(snapshot),
    snapshot,
    possible,
  }))

  it('names the page of every state as the web does, in both languages', () => {
    const titles: Record<string, string> = Object.fromEntries(
      routeTable.map(({ path, titleKey }) => [path, titleKey]),
    )
    const shown = screens.map(({ screen }) => screen && `${screen.page} is ${screen.title}`)
    const routes = screens.map(({ screen }) => screen && `${screen.page} is ${titles[screen.page]}`)
    expect(shown).not.toContain(null)
    // Each page once: there are thousands of moments.
    expect([...new Set(shown)]).toEqual([...new Set(routes)])
    const words = screens.flatMap(({ screen }) => (screen ? [en[screen.title], zh[screen.title]] : [null]))
    expect(words.filter((word) => !word)).toEqual([])
  })

  it('tells everything that people can do, and nothing that the world reports', () => {
    for (const { screen, snapshot, possible } of screens) {
      const typesOf = (kind: 'send' | 'tell') =>
        possible.flatMap((happening) => (happening.kind === kind ? [happening.type] : []))
      const acts = typesOf('send').filter((type) => !news.has(type))
      const may = screen?.may ?? []
      expect(
        acts.filter((type) => !may.includes(type)),
        JSON.stringify(snapshot.value),
      ).toEqual([])
      expect(may.filter((type) => typesOf('tell').includes(type) || news.has(type))).toEqual([])
      expect(may.filter((type) => !(type in model.samples))).toEqual([])
    }
    expect([...news].filter((type) => !(type in model.samples))).toEqual([])
  })
})

it('leads from the form to the confirmation, and from the number to its code', () => {
  const pagesOf = (name: string) => {
    const entry = models.find((one) => one.name === name)
    const states = Object.values(entry?.machine.root.states ?? {})
    return [entry?.machine.root, ...states].flatMap((node) => node?.meta?.page ?? [])
  }
  expect([...new Set(pagesOf('placement'))]).toEqual(['/order/create/:qrId', '/order/confirm'])
  expect(pagesOf('signIn')).toEqual(['/verification-code/send', '/verification-code/check'])
})
