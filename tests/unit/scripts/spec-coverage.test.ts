import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { readModule } from '../../../tools/read-module.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const read = (file: string) => readFileSync(join(root, file), 'utf8')

/** Rows `| fact | tests |` of all tables, without headers and separators. */
const rows = read('tests/spec-coverage.md')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| Fact |'))
  .map((line) => {
    const [, fact = '', tests = ''] = line.split(/ \| |^\| | \|$/)
    return { fact, tests: tests.split('<br>') }
  })

const found = new Map<string, string[]>()
/** Titles of a file's tests and groups; empty if the file doesn't exist. */
function titlesOf(file: string): string[] {
  const path = join(root, file)
  const titles =
    found.get(file) ?? (existsSync(path) ? readModule(path).titledCalls.map(({ title }) => title) : [])
  found.set(file, titles)
  return titles
}

const isNotYet = (tests: string[]) => /^\*\*not yet\*\*: \S/.test(tests[0] ?? '')

/** Tests that only read a list of numbers or sentences: the whole file, or one title. */
const lists = [
  '`tests/unit/core/contract/enumerations.test.ts`',
  '`tests/unit/core/i18n/product-texts.test.ts`',
  '`tests/unit/core/i18n/messages.test.ts`: has the same keys in both languages, in order',
  '`tests/unit/core/policy/price.test.ts`: promises the numbers of the specification',
]

test('names existing tests for every fact of the specification', () => {
  const isThere = (shown: string) => {
    const [, file = '', title = ''] = /^`(tests\/[^`]+\.(?:test|spec)\.ts)`: (.+)$/.exec(shown) ?? []
    return title !== '' && titlesOf(file).some((one) => one.includes(title))
  }
  const open = rows.flatMap(({ fact, tests }) =>
    (isNotYet(tests) ? [] : tests)
      .filter((shown) => !isThere(shown))
      .map((shown) => `${fact}: ${shown || 'no test'}`),
  )
  expect(open).toEqual([])
  expect(rows.length).toBeGreaterThan(100)
})

test('does not cite tests that only read a list of numbers or words', () => {
  const citing = rows.filter(({ tests }) =>
    tests.some((shown) => lists.some((list) => shown.startsWith(list))),
  )
  expect(citing.map(({ fact }) => fact)).toEqual([])
})

/** Pages of the specification. Other pages need no row. */
const pages = [
  '/',
  '/404',
  '/faq',
  '/feedback',
  '/insurance/city/:regionId',
  '/luggage/notice',
  '/order/category',
  '/order/confirm',
  '/order/create/:qrId',
  '/order/detail/:orderId',
  '/payment/checkout/:paymentId',
  '/payment/session-status',
  '/person/notification',
  '/person/profile/edit',
  '/person/profile/init',
  '/phone-dial-code',
  '/qr-code/scan',
  '/sign/in',
  '/sign/up',
  '/site/detail/:siteId',
  '/terms',
  '/verification-code/check',
  '/verification-code/send',
]

test('covers every section and page of the specification', () => {
  const table = read('tests/spec-coverage.md')
  const sections = [...table.matchAll(/^## (\d)\./gm)].map(([, number]) => number)
  expect(sections).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9'])
  expect(pages.filter((path) => !table.includes(`\`${path}\``))).toEqual([])
})
