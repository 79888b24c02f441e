import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import {
  operatorDeletePerson,
  operatorExportPerson,
  operatorListPersonLog,
  operatorListPersonOrders,
} from '@handsfree/core/api'
import { type Command, choice, required } from './command.ts'
import { CallError, UsageError } from './session.ts'

const use = 'Use it as: person export "+86 NUMBER" FILE.zip --reason TEXT'

const phoneOf = (word: string | undefined) => {
  const [, dialCode, phoneNumber] = /^\+(\d{1,4})[ -](\d+)$/.exec(word ?? '') ?? []
  if (!dialCode || !phoneNumber) throw new UsageError('Give the number as "+86 13812342046".')
  return { dialCode, phoneNumber }
}

async function save(address: string, file: string): Promise<void> {
  const answer = await fetch(address).catch(() => {
    throw new CallError({ kind: 'network' })
  })
  if (!answer.ok || !answer.body) throw new CallError({ kind: 'network' })
  // An older file stays as it is.
  const target = createWriteStream(file, { flags: 'wx', mode: 0o600 })
  await pipeline(Readable.fromWeb(answer.body as ReadableStream), target).catch((error: Error) => {
    throw new UsageError(`${file} cannot be written: ${error.message}`)
  })
}

export const personCommands: Record<string, Command> = {
  person: {
    usage: 'orders "+86 NUMBER" | export "+86 NUMBER" FILE.zip | delete "+86 NUMBER" | log [--reason TEXT]',
    summary:
      'finds orders of people who call, sent and received; gives people a copy of their data, or deletes their account; each is logged with the reason',
    words: [1, 3],
    options: ['reason'],
    run: async ({ session, words: [word, number, file], options }) => {
      const verb = choice(word, ['orders', 'export', 'delete', 'log'])
      if (verb === 'log') return session.call(operatorListPersonLog, {})
      const body = { ...phoneOf(number), reason: required(options.reason, 'reason') }
      if (verb === 'orders') return session.call(operatorListPersonOrders, { body })
      if (verb === 'delete') return session.call(operatorDeletePerson, { body })
      if (!file) throw new UsageError(use)
      const { url } = await session.call(operatorExportPerson, { body })
      await save(new URL(url, session.url).href, file)
      return { file }
    },
  },
}
