import type { FastifyInstance } from 'fastify'
import { type AutopilotOptions, createAutopilot } from '../autopilot/autopilot.ts'
import { runDueChanges } from '../changes/due-changes.ts'
import { runClaimClocks } from '../claims/claim-clocks.ts'
import { sendDueReceipts } from '../mail/receipt-mails.ts'
import { runHandedOrders } from '../orders/handed-orders.ts'
import { runLateDeliveries } from '../orders/late-deliveries.ts'
import { runMissedPickups } from '../orders/missed-pickups.ts'
import { runUncollected } from '../orders/returns.ts'
import { runUnpaidOrders } from '../orders/unpaid-orders.ts'
import { runWaitingBags } from '../orders/waiting-bags.ts'
import { runDuePayments } from '../payments/due-payments.ts'
import { runSandboxBank } from '../payments/sandbox/sandbox-bank.ts'
import { dropPreparedOrders } from '../prepared/drop-prepared.ts'
import { sendDuePreparedTexts } from '../prepared/prepared-texts.ts'
import type { Services } from '../services.ts'
import { sendDueTextMessages } from '../sms/text-messages.ts'
import { sweep, sweepBetween } from '../sweep.ts'
import type { Job } from './jobs.ts'
import { runStep } from './run-due.ts'

const second = 1000

/** The recurring jobs of the server; in the demo also the bank and the autopilot. */
export function serverJobs(
  app: FastifyInstance,
  services: Services,
  autopilotOptions: AutopilotOptions = {},
): Job[] {
  const { demo, autopilot } = services.settings
  return [
    { name: 'payments', everyMs: second, run: () => runDuePayments(services) },
    { name: 'unpaid orders', everyMs: 5 * second, isTimed: true, run: () => runUnpaidOrders(services) },
    { name: 'changes', everyMs: 5 * second, isTimed: true, run: () => runDueChanges(services) },
    { name: 'missed pickups', everyMs: 60 * second, isTimed: true, run: () => runMissedPickups(services) },
    { name: 'late deliveries', everyMs: 60 * second, isTimed: true, run: () => runLateDeliveries(services) },
    { name: 'waiting bags', everyMs: 60 * second, isTimed: true, run: () => runWaitingBags(services) },
    { name: 'claim clocks', everyMs: 60 * second, isTimed: true, run: () => runClaimClocks(services) },
    { name: 'uncollected bags', everyMs: 60 * second, isTimed: true, run: () => runUncollected(services) },
    { name: 'handed orders', everyMs: 60 * second, isTimed: true, run: () => runHandedOrders(services) },
    {
      name: 'prepared orders',
      everyMs: 60 * second,
      isTimed: true,
      run: () => runStep(services, 'prepared-orders', () => dropPreparedOrders(services)),
    },
    { name: 'text messages', everyMs: second, run: () => sendDueTextMessages(services) },
    { name: 'prepared texts', everyMs: second, run: () => sendDuePreparedTexts(services) },
    ...(services.mail ? [{ name: 'receipts', everyMs: second, run: () => sendDueReceipts(services) }] : []),
    { name: 'sweep', everyMs: 3600 * second, isTimed: true, run: () => sweep(services) },
    { name: 'removals', everyMs: 60 * second, isTimed: true, run: () => sweepBetween(services) },
    ...(demo ? [{ name: 'sandbox bank', everyMs: second, run: () => runSandboxBank(app, services) }] : []),
    ...(autopilot !== 'off'
      ? [{ name: 'autopilot', everyMs: second, run: createAutopilot(app, services, autopilotOptions) }]
      : []),
  ]
}
