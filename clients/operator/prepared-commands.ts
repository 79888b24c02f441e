import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import {
  listPreparedOrders,
  type Phone,
  PreparedDraft,
  type PreparedOrder,
  prepareOrder,
  textPreparedOrder,
  withdrawPreparedOrder,
} from '@handsfree/core/api'
import { renderUnicodeCompact } from 'uqr'
import * as v from 'valibot'
import { type Command, choice } from './command.ts'
import { MistakesError, UsageError } from './session.ts'
import { timeOf } from './time.ts'

function phoneOf(text: string | undefined): Phone | null {
  if (text === undefined) return null
  const [, dialCode, phoneNumber] = /^\+(\d{1,4})[ -](\d+)$/.exec(text) ?? []
  if (!dialCode || !phoneNumber) throw new UsageError(`--phone ${text} is not like "+86 13812342046".`)
  return { dialCode, phoneNumber }
}

async function readDraft(file: string): Promise<PreparedDraft> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new UsageError(`${file} cannot be read.`)
  })
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new UsageError(`${file} is no JSON.`)
  }
  const draft = v.safeParse(PreparedDraft, { photos: [], ...(value as object) })
  if (draft.success) return draft.output
  throw new MistakesError(draft.issues.map((issue) => `${file}  ${v.getDotPath(issue)}: ${issue.message}`))
}

const columns = ({
  preparedId,
  source,
  creationType,
  pickup,
  delivery,
  pickupTime,
  timeZone = 'UTC',
  pieces,
  needsPhotos,
  textState,
  endTime,
}: PreparedOrder) => ({
  preparedId,
  source,
  creationType,
  from: pickup.name,
  to: delivery.name,
  pickupTime,
  pieces,
  needsPhotos,
  text: textState,
  endTime,
  timeZone,
  cityName: timeZone === 'UTC' ? 'UTC' : pickup.cityName,
})

export const preparedCommands: Record<string, Command> = {
  prepare: {
    usage: 'DRAFT.json [--photo FILE…] [--phone "+86 NUMBER"]',
    summary:
      'an order for a guest, who takes it over by the link; temporary without photos; with a phone, for that phone alone',
    words: [1, 1],
    options: ['phone', 'photo'],
    run: async ({ session, words: [file = ''], options: { phone, photo = [] } }) => {
      const draft = await readDraft(file)
      const guest = phoneOf(phone)
      for (const one of photo) draft.photos.push(await session.uploadPrepared(one))
      const body = { draft, guest, isTemporary: draft.photos.length === 0 }
      return session.call(prepareOrder, { body, idempotencyKey: randomBytes(16).toString('hex') })
    },
    lines: ({ order, url }: { order: PreparedOrder; url: string }) => [
      `${order.creationType} ${order.preparedId}, until ${timeOf(columns(order), order.endTime)}`,
      url,
      ...renderUnicodeCompact(url, { border: 2 }).split('\n'),
    ],
  },
  prepared: {
    usage: '[text ID | withdraw ID]',
    summary: 'orders that wait for their guests; sends a link to its guest’s phone, or ends one',
    words: [0, 2],
    run: async ({ session, words: [verb, preparedId] }) => {
      if (verb !== undefined) {
        if (!preparedId) throw new UsageError('Use it as: prepared [text ID | withdraw ID]')
        const shape =
          choice(verb, ['text', 'withdraw']) === 'text' ? textPreparedOrder : withdrawPreparedOrder
        return session.call(shape as typeof withdrawPreparedOrder, { params: { preparedId }, body: {} })
      }
      return (await session.call(listPreparedOrders, {})).map(columns)
    },
    lines: (orders: unknown) =>
      Array.isArray(orders) && orders.length === 0 ? ['No order is waiting for a guest.'] : null,
  },
}
