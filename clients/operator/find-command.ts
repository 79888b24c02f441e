import { type FailedCall, operatorFindCalls } from '@handsfree/core/contract'
import { wallClock } from '@handsfree/core/lib'
import { UsageError } from './session.ts'
import type { Tool } from './tool.ts'

const callLines = (call: FailedCall): string[] => [
  `${wallClock(Date.parse(call.createTime), 'UTC').format('YYYY-MM-DD HH:mm:ss')} UTC  ${call.method} ${call.route}`,
  `  answered ${call.status}${call.code === null ? '' : `, code ${call.code}`}`,
  `  request ${call.requestId}`,
  ...(call.orderId === null ? [] : [`  order ${call.orderId}`]),
  ...(call.account === null ? [] : [`  account ${call.account}`]),
  ...(call.error === null ? [] : [`  error ${JSON.stringify(call.error)}`]),
]

export function addFindCommand({ program, run }: Tool): void {
  program
    .command('find')
    .description('show failed calls by the reference that a traveller or employee saw')
    .argument('<reference>', 'reference on the page, or a request id')
    .action(
      run(
        async (session, reference: string) => {
          if (!/^[\w-]{6,64}$/.test(reference))
            throw new UsageError(`Invalid reference ${reference}. Type the 6 characters from the page.`)
          return (await session.call(operatorFindCalls, { query: { reference } })).list
        },
        (calls: FailedCall[]) =>
          calls.length === 0
            ? ['No failed call with this reference in the last 30 days.']
            : calls.flatMap(callLines),
      ),
    )
}
