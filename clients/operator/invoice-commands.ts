import { readFile } from 'node:fs/promises'
import {
  InvoiceDeclineReason,
  type OperatorInvoice,
  operatorAttachInvoice,
  operatorDeclineInvoice,
  operatorEndRedInvoice,
  operatorGetInvoice,
} from '@handsfree/core/contract'
import * as v from 'valibot'
import { onOrder, orderCommand } from './on-order.ts'
import { type Session, UsageError } from './session.ts'
import { requireOption, type Tool } from './tool.ts'

async function requireInvoice(session: Session, orderId: string): Promise<OperatorInvoice> {
  const { invoice } = await session.call(operatorGetInvoice, { params: { orderId } })
  if (!invoice) throw new UsageError('This order has no invoice request.')
  return invoice
}

const readBase64 = async (file: string): Promise<string> => {
  const content = await readFile(file).catch(() => {
    throw new UsageError(`Cannot read ${file}. Check the path and its permissions.`)
  })
  return content.toString('base64')
}

function readReason(reason: string): InvoiceDeclineReason {
  const parsed = v.safeParse(InvoiceDeclineReason, reason)
  if (!parsed.success)
    throw new UsageError(`Unknown reason: ${reason}. Use ${InvoiceDeclineReason.options.join(', ')}.`)
  return parsed.output
}

/** Acts name the revision that was just read. */
export function addInvoiceCommands({ program, run }: Tool): void {
  const group = program.command('invoice').description('answer a traveller’s invoice request')
  const tool: Tool = { program: group, run }
  orderCommand(tool, 'show', 'show the request of an order').action(
    onOrder(tool, ({ session, params: { orderId } }) => requireInvoice(session, orderId)),
  )
  orderCommand(tool, 'attach', 'attach the invoice as PDF or OFD, or replace it')
    .argument('<file>')
    .option('--red', 'the red invoice that a refund needs')
    .action(
      onOrder(tool, async ({ session, params }, file: string, { red }: { red?: boolean }) => {
        const content = await readBase64(file)
        const { revision } = await requireInvoice(session, params.orderId)
        const kind = red ? 'red' : 'invoice'
        return session.call(operatorAttachInvoice, { params, body: { revision, kind, content } })
      }),
    )
  orderCommand(tool, 'decline', 'decline the request')
    .argument('<why>', InvoiceDeclineReason.options.join(', '))
    .option('--reason <text>', 'what to correct; shown to the traveller')
    .action(
      onOrder(tool, async ({ session, params }, why: string, { reason: text }: { reason?: string }) => {
        const reason = readReason(why)
        const words = requireOption(text, 'reason')
        const { revision } = await requireInvoice(session, params.orderId)
        return session.call(operatorDeclineInvoice, { params, body: { revision, reason, words } })
      }),
    )
  orderCommand(tool, 'red-done', 'settle a due red invoice without a file').action(
    onOrder(tool, async ({ session, params }) => {
      const { revision } = await requireInvoice(session, params.orderId)
      return session.call(operatorEndRedInvoice, { params, body: { revision } })
    }),
  )
}
