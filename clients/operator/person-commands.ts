import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import {
  operatorDeletePerson,
  operatorExportPerson,
  operatorListPersonLog,
  operatorListPersonOrders,
} from '@handsfree/core/contract'
import { CallError, UsageError } from './session.ts'
import type { Tool } from './tool.ts'

const phoneOf = (word: string) => {
  const [, dialCode, phoneNumber] = /^\+(\d{1,4})[ -](\d+)$/.exec(word) ?? []
  if (!dialCode || !phoneNumber)
    throw new UsageError('Invalid number. Use a format such as "+86 13812342046".')
  return { dialCode, phoneNumber }
}

async function save(address: string, file: string): Promise<void> {
  const response = await fetch(address).catch(() => {
    throw new CallError({ kind: 'network' })
  })
  if (!response.ok || !response.body) throw new CallError({ kind: 'network' })
  // Don't overwrite an existing file.
  const target = createWriteStream(file, { flags: 'wx', mode: 0o600 })
  await pipeline(Readable.fromWeb(response.body as ReadableStream), target).catch((error: Error) => {
    throw new UsageError(`Cannot write ${file}: ${error.message}`)
  })
}

type Reason = { reason: string }
type Account = Reason & { email?: string }

const emailOf = ({ email }: Pick<Account, 'email'>) => (email === undefined ? {} : { email })

export function addPersonCommands({ program, run }: Tool): void {
  const person = program
    .command('person')
    .description('find the orders of a person, export their data or delete their account')
  const addNumberCommand = (name: string, description: string) =>
    person
      .command(name)
      .description(description)
      .argument('<number>', 'such as "+86 13812342046"')
      .requiredOption('--reason <text>', 'reason, logged with your name')
  addNumberCommand('orders', 'list orders that a person placed or receives').action(
    run((session, number: string, { reason }: Reason) =>
      session.call(operatorListPersonOrders, { body: { ...phoneOf(number), reason } }),
    ),
  )
  const addAccountCommand = (name: string, description: string) =>
    addNumberCommand(name, description).option(
      '--email <address>',
      'confirmed address of an account whose number isn’t verified',
    )
  addAccountCommand('export', 'export a person’s data to a new file')
    .argument('<file>', 'such as ada.zip')
    .action(
      run(async (session, number: string, file: string, { reason, ...account }: Account) => {
        const body = { ...phoneOf(number), ...emailOf(account), reason }
        const { url } = await session.call(operatorExportPerson, { body })
        await save(new URL(url, session.url).href, file)
        return { file }
      }),
    )
  addAccountCommand('delete', 'delete a person’s account').action(
    run((session, number: string, { reason, ...account }: Account) =>
      session.call(operatorDeletePerson, { body: { ...phoneOf(number), ...emailOf(account), reason } }),
    ),
  )
  person
    .command('log')
    .description('list exports, deletions and searches with employee and reason')
    .action(run((session) => session.call(operatorListPersonLog, {})))
}
