import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'
import * as contract from '@handsfree/core/contract'
import { expect, test } from 'vitest'
import { runOperator } from '../../../clients/operator/run.ts'
import { showResult } from '../../../clients/operator/show.ts'
import { table } from '../../../clients/operator/table.ts'
import { order } from '../../unit/models/samples.ts'

const run = async (args: string[], hasColour = false) => {
  const out: string[] = []
  const errors: string[] = []
  const code = await runOperator(args, {
    write: (line) => out.push(line),
    writeError: (line) => errors.push(line),
    hasColour,
  })
  return { code, out: out.join('\n'), errors }
}

test('aligns tables by counting two columns for Chinese and full-width characters', () => {
  const signs = ['abc', '杭州东站', '（A）', 'e\u0301'].map((text) => [{ text }, { text: 'x' }])
  expect(table({ hasColour: false }, ['', ''], signs).slice(1)).toEqual([
    'abc       x',
    '杭州东站  x',
    '（A）     x',
    'e\u0301         x',
  ])
  const rows = [
    [{ text: '杭州东站', style: 'red' as const }, { text: 'x' }],
    [{ text: 'Airport' }, { text: 'y' }],
  ]
  expect(table({ hasColour: false }, ['to', 'n'], rows)).toEqual([
    'to        n',
    '杭州东站  x',
    'Airport   y',
  ])
  const coloured = table({ hasColour: true }, ['to', 'n'], rows)
  expect(coloured[1]).toContain('\u001B[31m')
  expect(coloured.map(stripVTControlCharacters)).toEqual(['to        n', '杭州东站  x', 'Airport   y'])
})

/** Operators' scripts depend on these names. */
const names =
  'list show ledger log review assign accept decline transfer arrive count pick-up tag transport arrive-delivery ' +
  'store confirm destination hand scan close cancel refund-done report resolve return return-to wishes claims invoice person prepare ' +
  'prepared employees tablets shifts catalogue preview-brand import export qr feedback sign-ins find disputes jobs money'

test('lists every command with its description in the help, and explains each', async () => {
  const { code, out } = await run(['--help'])
  expect(code).toBe(0)
  expect([...out.matchAll(/^ {2}([a-z][\w-]*) .*\S/gm)].map(([, name]) => name)).toEqual([
    ...names.split(' '),
    'help',
  ])
  for (const name of names.split(' ')) {
    const help = await run([name, '--help'])
    expect([help.code, help.errors, help.out]).toEqual([
      0,
      [],
      expect.stringMatching(new RegExp(`^Usage: npm run operator -- ${name} [^]+\\n {2}--json `)),
    ])
  }
})

const hint = '(add --help for additional information)'

test.each([
  [['fly'], ["error: unknown command 'fly'", hint]],
  [['lst'], ["error: unknown command 'lst'", '(Did you mean list?)', hint]],
  [['constructor'], ["error: unknown command 'constructor'", hint]],
  [['list', 'toString'], [expect.stringMatching(/^Unknown view toString\. Views: all, waitReview, /)]],
  [
    ['list', '--reason', 'x'],
    ["error: unknown option '--reason'", '(Did you mean --json?)', hint],
  ],
  [
    ['list', 'a', 'b'],
    ["error: too many arguments for 'list'. Expected 1 argument but got 2.", hint],
  ],
  [
    ['assign', 'HF'],
    ["error: missing required argument 'courier'", hint],
  ],
  [
    ['decline', 'HF'],
    ["error: required option '--reason <text>' not specified", hint],
  ],
  [
    ['review', 'HF', 'perhaps'],
    [
      "error: command-argument value 'perhaps' is invalid for argument 'result'. Allowed choices are pass, fail.",
      hint,
    ],
  ],
  [
    ['list', 'nowhere', '--lang', 'fr'],
    ["error: option '--lang <language>' argument 'fr' is invalid. Allowed choices are en-US, zh-CN.", hint],
  ],
  [
    ['list', '--as', 'pilot:1'],
    ['Unknown role pilot:1. Try operator, courier:0731 or site:hongqiao-railway-station.'],
  ],
  [['list', '--url', 'here'], ['Invalid address here. Try http://localhost:4000.']],
])('exits with 2 after the invalid command %j, and explains what to do', async (args, errors) => {
  expect(await run(args)).toEqual({ code: 2, out: '', errors })
})

test('prints usage errors as JSON with --json, and the help without a command', async () => {
  const { code, errors } = await run(['fly', '--json'])
  expect([code, errors.map((line) => JSON.parse(line))]).toEqual([
    2,
    [{ code: null, message: `error: unknown command 'fly' ${hint}` }],
  ])
  const unnamed = await run([])
  expect([unnamed.code, unnamed.out, unnamed.errors[0]]).toEqual([
    2,
    '',
    'Usage: npm run operator -- [options] [command]',
  ])
})

test('accepts options before and after the command, and repeated ones', async () => {
  const nowhere = ['--url', 'http://127.0.0.1:1']
  const scan = ['scan', '--bag', 'T1:S1', 'HANDSFREE:HF26110482:7KQ4MX', '--bag', 'T2:']
  // Parsed, but no server answers.
  for (const args of [
    [...nowhere, ...scan],
    [...scan, ...nowhere],
  ])
    expect((await run(args)).code).toBe(3)
})

const ofSession = 'for a person who signed in to the app'
/** Employees' calls without a command, and the reason. */
const ofBrowser = 'passkeys are made and used in browsers'
const uncommanded: Record<string, string> = {
  operatorListAudit: 'a log for a page with filters; `catalogue log` and `person log` show parts of it',
  operatorSignPhoto: 'for photos that a form shows again; commands send each once',
  listCrewSessions: ofSession,
  endCrewSession: ofSession,
  endOtherCrewSessions: ofSession,
  signOutEmployee: ofSession,
  listCrewPasskeys: ofBrowser,
  startCrewPasskey: ofBrowser,
  addCrewPasskey: ofBrowser,
  renameCrewPasskey: ofBrowser,
  removeCrewPasskey: ofBrowser,
  setCrewPassword: ofSession,
  setCrewPin: ofSession,
  startTablet: ofSession,
  extendTabletSession: ofSession,
  subscribeCrewPush: ofSession,
  unsubscribeCrewPush: ofSession,
  getShift: ofSession,
  startShift: ofSession,
  breakShift: ofSession,
  endShift: ofSession,
  operatorMoveToShelf: 'for the desk that stores the bags',
  operatorConfirmPickup: 'for the desk that saw the courier',
  getSiteDay: 'for the page of a place’s day',
  closeSiteToday: 'for the page of a place’s day',
  reopenSiteToday: 'for the page of a place’s day',
  endEmployeeShift: 'for the page of the shifts',
  listEmployeeNotifications: 'for the page of notifications',
  countEmployeeUnread: 'a number for a page with tabs',
  markEmployeeNotifications: 'for the page of notifications',
  openEmployeeLine: ofSession,
  operatorGetFigures: 'numbers for a page with charts',
  operatorCompareBills: 'tables for a page; `money --json` lists our side',
  operatorCountOrders: 'a number for a page with tabs; `list` shows the orders',
  operatorListCouriers: ofSession,
  operatorGetBoard: 'a grid for a page; `list` and `assign` do the same order by order',
  operatorGetQueue: ofSession,
  operatorPreviewChange: 'for the page with the form of an order',
  operatorChangeOrder: 'for the page with the form of an order',
  operatorWithdrawChange: 'for the page with the form of an order',
  operatorApproveRefund: ofSession,
  operatorRejectRefund: ofSession,
  operatorWithdrawRefund: ofSession,
  operatorListMessages: ofSession,
  operatorListNotes: ofSession,
  operatorReadNote: ofSession,
  operatorWriteNote: ofSession,
  getPreparedLink: 'shown to the guest; `prepare` prints the link',
}

test('has a command for every call of an employee', () => {
  const folder = new URL('../../../clients/operator/', import.meta.url)
  const sources = readdirSync(folder)
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(new URL(file, folder), 'utf8'))
    .join('\n')
  const calls = Object.entries(contract).flatMap(([name, call]) =>
    typeof call === 'object' && 'audience' in call && call.audience === 'operator' ? [name] : [],
  )
  expect(calls.length).toBeGreaterThan(40)
  const missing = calls.filter((name) => !new RegExp(`\\b${name}\\b`).test(sources))
  expect(missing.sort()).toEqual(Object.keys(uncommanded).sort())
})

test('exits with 3 when the server does not answer', async () => {
  const { code, errors } = await run(['list', '--url', 'http://127.0.0.1:1', '--json'])
  expect([code, errors.map((line) => JSON.parse(line).code)]).toEqual([3, [null]])
})

test.skipIf(process.platform !== 'linux')('explains in one line that its result cannot be written', () => {
  const command =
    'exec "$0" --import tsx --conditions=handsfree-source clients/operator/main.ts --help > /dev/full'
  const { status, stderr } = spawnSync('sh', ['-c', command, process.execPath], { encoding: 'utf8' })
  expect([status, stderr.trim().split('\n')]).toEqual([
    2,
    [expect.stringMatching(/^The output couldn’t be written: ENOSPC/)],
  ])
})

test('shows times in the pickup site’s zone with its city, and in UTC for rows without a zone', () => {
  const terminal = { write() {}, writeError() {}, hasColour: false }
  const look = { stage: 'pickup', role: 'courier', time: '2026-11-21T04:00:00.000Z', photos: [], damage: '' }
  const bag = { tagCode: 'T1', sealNumber: '1', entries: [{ ...look, sealNumber: '1' }] }
  const ledger = {
    orderNumber: 'HF 1',
    timeZone: 'Asia/Shanghai',
    cityName: 'Hangzhou',
    bags: [bag],
    questions: [],
  }
  expect(showResult({ terminal, messages: {} }, ledger)).toEqual([
    'HF 1',
    'tag  where   by       time (Hangzhou)   seal  photos  damage',
    'T1   pickup  courier  2026-11-21 12:00  1     0',
  ])
  const row = { actor: 'system', createTime: '2026-11-21T04:00:00.000Z' }
  expect(showResult({ terminal, messages: {} }, [row])).toEqual([
    'actor   createTime (UTC)',
    'system  2026-11-21 04:00',
  ])
  const { timeZone, cityName } = ledger
  expect(showResult({ terminal, messages: {} }, [{ ...row, timeZone, cityName }])).toEqual([
    'actor   createTime (Hangzhou)',
    'system  2026-11-21 12:00',
  ])
  expect(showResult({ terminal, messages: {} }, row).at(-1)).toBe('createTime (UTC)  2026-11-21 04:00')
})

test('shows only the printable characters of a traveller’s text', () => {
  const hostile = 'a\u009b2J\nroom password  0000\u202e'
  const shown = 'a\\u009b2J\\u000aroom password  0000\\u202e'
  const terminal = { write() {}, writeError() {}, hasColour: false }
  expect(table(terminal, ['name'], [[{ text: hostile }]])).toEqual(['name', shown])
  expect(table({ hasColour: true }, ['name'], [[{ text: hostile, style: 'red' }]])[1]).toBe(
    `\u001b[31m${shown}\u001b[39m`,
  )
  expect(showResult({ terminal, messages: {} }, { text: hostile })).toEqual([`text  ${shown}`])
  expect(showResult({ terminal, messages: {} }, [{ text: hostile }])).toEqual(['text', shown])
})

test('shows a receiver’s number before the name, which may be right to left', () => {
  const terminal = { write() {}, writeError() {}, hasColour: false }
  const shown = {
    ...order({ receiver: { name: 'محمد علي', dialCode: '86', phoneNumber: '13812342046' } }),
    // Spread, because `order` has none of these properties.
    ...{ bags: [], courier: null, countConsent: null, creationType: 1, disputes: [], events: [] },
    ...{
      exception: null,
      openQuestions: [],
      orderReview: null,
      returning: null,
      source: 1,
      transferTo: null,
    },
  }
  expect(showResult({ terminal, messages: {} }, shown).find((line) => line.startsWith('receiver'))).toMatch(
    /^receiver +\+86 13812342046, محمد علي$/,
  )
})
