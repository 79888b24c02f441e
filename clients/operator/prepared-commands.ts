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
} from '@handsfree/core/contract'
import { renderUnicodeCompact } from 'uqr'
import * as v from 'valibot'
import { addPhotoOption } from './bags.ts'
import { MistakesError, UsageError } from './session.ts'
import { timeOf } from './time.ts'
import type { Tool } from './tool.ts'

function phoneOf(text: string | undefined): Phone | null {
  if (text === undefined) return null
  const [, dialCode, phoneNumber] = /^\+(\d{1,4})[ -](\d+)$/.exec(text) ?? []
  if (!dialCode || !phoneNumber)
    throw new UsageError(`Invalid --phone ${text}. Use a format such as "+86 13812342046".`)
  return { dialCode, phoneNumber }
}

async function readDraft(file: string): Promise<PreparedDraft> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new UsageError(`Cannot read ${file}. Check the path and its permissions.`)
  })
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new UsageError(`${file} isn’t valid JSON.`)
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

export function addPreparedCommands({ program, run }: Tool): void {
  addPhotoOption(
    program
      .command('prepare')
      .description('prepare an order that a guest takes over by link; temporary without photos')
      .argument('<draft>', 'JSON file'),
  )
    .option('--phone <number>', 'only this phone can take it over, such as "+86 13812342046"')
    .action(
      run(
        async (session, file: string, { phone, photo = [] }: { phone?: string; photo?: string[] }) => {
          const draft = await readDraft(file)
          const guest = phoneOf(phone)
          for (const one of photo) draft.photos.push(await session.uploadPrepared(one))
          const body = { draft, guest, isTemporary: draft.photos.length === 0 }
          return session.call(prepareOrder, { body, idempotencyKey: randomBytes(16).toString('hex') })
        },
        ({ order, url }: { order: PreparedOrder; url: string }) => [
          `${order.creationType} ${order.preparedId}, until ${timeOf(columns(order), order.endTime)}`,
          url,
          ...renderUnicodeCompact(url, { border: 2 }).split('\n'),
        ],
      ),
    )
  const prepared = program
    .command('prepared')
    .description('list, text or withdraw prepared orders')
    .action(
      run(
        async (session) => (await session.call(listPreparedOrders, {})).map(columns),
        (orders: unknown[]) => (orders.length === 0 ? ['No prepared orders.'] : null),
      ),
    )
  prepared
    .command('text')
    .description('send the link to the guest’s phone')
    .argument('<id>')
    .action(
      run((session, preparedId: string) =>
        session.call(textPreparedOrder, { params: { preparedId }, body: {} }),
      ),
    )
  prepared
    .command('withdraw')
    .description('end a prepared order and its link')
    .argument('<id>')
    .action(
      run((session, preparedId: string) =>
        session.call(withdrawPreparedOrder, { params: { preparedId }, body: {} }),
      ),
    )
}
