import { fileURLToPath } from 'node:url'
import { locales } from '@handsfree/core/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import en from '../../../../core/i18n/messages/en-US.json' with { type: 'json' }
import zh from '../../../../core/i18n/messages/zh-CN.json' with { type: 'json' }
import type { PageRenderer } from '../../../../server/runtime/http/page-renderer.ts'
import { requireBuilt } from '../../../../tools/builds.ts'
import { moveStyleAttributes } from '../../../../web/app/style-attributes.ts'
import { routeTable } from '../../../../web/route-table.ts'

const renderer = fileURLToPath(new URL('../../../../web/dist/.server/server.js', import.meta.url))

let server: PageRenderer
beforeAll(async () => {
  requireBuilt('web')
  server = await import(renderer)
})

const render = (route: string, locale: (typeof locales)[number], hasAccount: boolean) =>
  server.renderPage(
    {
      route,
      params: {},
      path: route.replace(/:\w+/g, 'unknown'),
      locale,
      hasAccount,
      dismissed: [],
      now: Date.parse('2026-11-21T02:00:00Z'),
    },
    {},
  )

describe.each(locales)('server rendering in %s', (locale) => {
  test.each(routeTable.map(({ path }) => path))(
    'renders %s for visitors and members, without scripts or inline styles',
    async (path) => {
      const pages = await Promise.all([false, true].map((hasAccount) => render(path, locale, hasAccount)))
      for (const { html, title } of pages) {
        expect(html).toContain('<main')
        expect(title).toMatch(/Handsfree$/)
        // The page's policy blocks inline styles, and the page must work before scripts load.
        expect(html).not.toMatch(/ style="|<script|<template|<div hidden/)
      }
    },
  )
})

test.each(locales)('hides the visitor’s texts on a member’s home page in %s', async (locale) => {
  const words = { 'en-US': en, 'zh-CN': zh }[locale]
  const [visitors = '', members = ''] = await Promise.all(
    [false, true].map(async (hasAccount) => (await render('/', locale, hasAccount)).html),
  )
  const ofVisitors = [words['home.signIn'], words['home.title'], words['home.detail'], 'href="/sign/in"']
  expect(ofVisitors.filter((text) => visitors.includes(text))).toEqual(ofVisitors)
  expect(ofVisitors.filter((text) => members.includes(text))).toEqual([])
  expect(members).toContain(words['account.title'])
  expect(visitors).not.toContain(words['account.title'])
})

test('titles the page after its content', async () => {
  const visit = { params: { serviceId: 'medical' }, path: '/service/medical' }
  const titleOf = async (locale: (typeof locales)[number]) => {
    const page = { ...visit, route: '/service/:serviceId', locale, hasAccount: false, dismissed: [], now: 0 }
    return (await server.renderPage(page, {})).title
  }
  expect(await Promise.all(locales.map(titleOf))).toEqual([
    'Medical assistance · Handsfree',
    '医疗协助 · Handsfree',
  ])
})

test('returns the facts that the app hydrates from', async () => {
  const facts = { locale: 'en-US', renderedAt: Date.parse('2026-11-21T02:00:00Z'), answers: {} }
  const stranger = { ...facts, route: '/faq', path: '/faq', isHydratable: true }
  expect((await render('/faq', 'en-US', false)).facts).toEqual(stranger)
  expect((await render('/faq', 'en-US', true)).facts).toEqual({ ...stranger, isHydratable: false })
  const members = { ...facts, route: '/feedback', path: '/feedback', isHydratable: false }
  expect((await render('/feedback', 'en-US', false)).facts).toEqual(members)
})

test('moves style attributes into one CSS rule per value', () => {
  const html = '<i style="a:1"></i><b style="b:url(&quot;x&quot;)"></b><i style="a:1">style=&quot;c&quot;</i>'
  expect(moveStyleAttributes(html)).toEqual({
    html: '<i data-style="0"></i><b data-style="1"></b><i data-style="0">style=&quot;c&quot;</i>',
    css: '[data-style][data-style="0"]{a:1}\n[data-style][data-style="1"]{b:url("x")}',
  })
})
