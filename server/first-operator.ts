/**
 * Adds the first operator and prints their invitation: `node server/dist/first-operator.js --name "…" --phone "+86 …"`.
 */
import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { NewEmployee } from '@handsfree/core/contract'
import pc from 'picocolors'
import { renderUnicodeCompact } from 'uqr'
import * as v from 'valibot'
import { type FirstOperator, inviteFirstOperator } from './flows/invite-first-operator.ts'
import { systemNow } from './runtime/clock.ts'
import { openDatabase } from './runtime/db/database.ts'
import { systemRandom } from './runtime/random.ts'
import { readSettings } from './runtime/settings/settings.ts'
import { StartError } from './runtime/start-error.ts'

function readOperator(): FirstOperator {
  const { values } = parseArgs({ options: { name: { type: 'string' }, phone: { type: 'string' } } })
  const operator = v.safeParse(NewEmployee, { role: 'operator', ...values })
  if (operator.success && operator.output.phone.startsWith('+')) return operator.output as FirstOperator
  throw new StartError(
    'Pass --name and --phone with the country code, such as --name "Li Na" --phone "+86 138 1234 2046".',
  )
}

try {
  if (existsSync('.env')) process.loadEnvFile('.env')
  const settings = readSettings(process.env)
  const operator = readOperator()
  const { db, close } = await openDatabase(settings)
  try {
    const { token, expiresAt } = await inviteFirstOperator(
      { db, now: systemNow, random: systemRandom },
      operator,
    )
    const url = new URL(
      `/crew/invitation/${token}`,
      settings.publicUrl ?? `http://localhost:${settings.port}`,
    ).href
    const code = renderUnicodeCompact(url, { border: 2 })
    process.stdout.write(`Works once, until ${expiresAt}:\n${url}\n${code}\n`)
  } finally {
    await close()
  }
} catch (error) {
  if (!(error instanceof StartError)) throw error
  process.stderr.write(`${pc.red(error.message)}\n`)
  process.exitCode = 1
}
