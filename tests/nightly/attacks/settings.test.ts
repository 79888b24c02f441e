import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { requireBuilt } from '../../../tools/builds.ts'
import { freePort } from '../../../tools/built-server.ts'
import { reportFigure } from './attacked-server.ts'
import { tally } from './calls.ts'

const folder = mkdtempSync(join(tmpdir(), 'handsfree-settings-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const accepts = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true))
    socket.once('error', () => resolve(false))
    socket.once('close', () => socket.destroy())
  })

/** Starts the built server, and tries to connect to its port until it exits. */
async function startWith(environment: Record<string, string>) {
  requireBuilt('server')
  const port = await freePort()
  const { PATH, HOME } = process.env
  const child = spawn(process.execPath, ['server/dist/main.js'], {
    cwd: fileURLToPath(new URL('../../../', import.meta.url)),
    env: { PATH, HOME, PORT: String(port), HANDSFREE_DATA: folder, ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk
  })
  const ended = once(child, 'exit')
  const killer = setTimeout(() => child.kill('SIGKILL'), 30_000)
  let answers = 0
  while (child.exitCode === null && child.signalCode === null) {
    if (await accepts(port)) {
      answers++
      child.kill('SIGKILL')
    }
    await pause(20)
  }
  const [code] = (await ended) as [number | null]
  clearTimeout(killer)
  return { code, answers, lines: stripVTControlCharacters(said).trim().split('\n') }
}

const stripe = { STRIPE_SECRET_KEY: 'sk_live_51HxQ', STRIPE_WEBHOOK_SECRET: 'whsec_p9Rk2LmXv7' }
const sms = { SMS_URL: 'https://sms.example/send', SMS_TOKEN: 'token', SMS_SENDER: 'Handsfree' }
const notNamed = 'NODE_ENV must be production, development, test or unset'

const misspelt = ['Production', 'PRODUCTION', 'prod', 'production ', 'live', 'staging', 'producton', 'Test']
const mistakes: [name: string, environment: Record<string, string>, line: string][] = [
  ...misspelt.map((name): [string, Record<string, string>, string] => [
    `NODE_ENV=“${name}”`,
    { NODE_ENV: name },
    notNamed,
  ]),
  ['a live key of Stripe', stripe, 'STRIPE_SECRET_KEY isn’t a test key'],
  [
    'a live key of Stripe and NODE_ENV=test',
    { ...stripe, NODE_ENV: 'test' },
    'STRIPE_SECRET_KEY isn’t a test key',
  ],
  ['a gateway for messages', sms, 'SMS_URL is at sms.example'],
  ...[
    'postgresql://handsfree@db.example/handsfree',
    'postgresql://localhost/handsfree?host=db.example',
    'postgresql://localhost@192.0.2.1/handsfree',
    'postgresql://localhost.example/handsfree',
  ].map((url): [string, Record<string, string>, string] => [
    url,
    { DATABASE_URL: url },
    'DATABASE_URL is at',
  ]),
  [
    'PGHOST of elsewhere',
    { DATABASE_URL: 'postgresql:///handsfree', PGHOST: 'db.example' },
    'DATABASE_URL is at db.example',
  ],
]

test('refuses unsafe settings of production or the demo, in one line, without listening', async () => {
  const refused: [name: string, code: number | null, connections: number, lines: number][] = []
  const otherLines: string[] = []
  for (let from = 0; from < mistakes.length; from += 2) {
    const pair = mistakes.slice(from, from + 2)
    const results = await Promise.all(pair.map(([, environment]) => startWith(environment)))
    for (const [index, { code, answers, lines }] of results.entries()) {
      const [name = '', , line = ''] = pair[index] ?? []
      otherLines.push(...lines.filter((text) => !text.startsWith(line)))
      refused.push([name, code, answers, lines.length])
    }
  }
  reportFigure(
    `${mistakes.length} wrong settings: exits ${tally(refused.map(([, code]) => code ?? 'killed'))}, lines ${tally(refused.map((one) => one[3]))}, ${refused.filter((one) => one[2] > 0).length} listened`,
  )
  expect(refused).toEqual(mistakes.map(([name]) => [name, 1, 0, 1]))
  expect(otherLines).toEqual([])
})
