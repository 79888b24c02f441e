import type { FastifyInstance } from 'fastify'
import { runSandboxBank } from '../domain/payments/sandbox/sandbox-bank.ts'
import { sendDuePreparedTexts } from '../domain/prepared/prepared-texts.ts'
import { sweepPreparedOrders } from '../domain/prepared/sweep-prepared.ts'
import type { Job } from '../runtime/jobs/jobs.ts'
import { runStep } from '../runtime/jobs/run-due.ts'
import type { Services } from '../runtime/services.ts'
import { type AutopilotOptions, createAutopilot } from './autopilot/autopilot.ts'
import { runClaimClocks } from './claim-clocks.ts'
import { runDueChanges } from './due-changes.ts'
import { runDuePayments } from './due-payments.ts'
import { runHandedOrders } from './handed-orders.ts'
import { runLateDeliveries } from './late-deliveries.ts'
import { runMissedPickups } from './missed-pickups.ts'
import { complaintProviders, recordComplaints } from './record-disputes.ts'
import { runUncollected } from './returns.ts'
import { sendDueMails } from './send-mails.ts'
import { sendDuePushes } from './send-pushes.ts'
import { sendDueTextMessages } from './send-text-messages.ts'
import { retryFailedSweeps, sweep } from './sweep.ts'
import { runUnansweredAsks } from './unanswered-asks.ts'
import { runUnpaidOrders } from './unpaid-orders.ts'
import { runWaitingBags } from './waiting-bags.ts'

const second = 1000

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
    { name: 'unanswered asks', everyMs: 15 * second, isTimed: true, run: () => runUnansweredAsks(services) },
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
      run: () => runStep(services, 'prepared-orders', () => sweepPreparedOrders(services)),
    },
    { name: 'text messages', everyMs: second, run: () => sendDueTextMessages(services) },
    { name: 'prepared texts', everyMs: second, run: () => sendDuePreparedTexts(services) },
    ...(services.mail ? [{ name: 'receipts', everyMs: second, run: () => sendDueMails(services) }] : []),
    ...(services.push
      ? [{ name: 'push messages', everyMs: second, run: () => sendDuePushes(services) }]
      : []),
    ...(complaintProviders(services.providers).length > 0
      ? [{ name: 'complaints', everyMs: 600 * second, run: () => recordComplaints(services) }]
      : []),
    { name: 'sweep', everyMs: 3600 * second, isTimed: true, run: () => sweep(services) },
    { name: 'removals', everyMs: 60 * second, isTimed: true, run: () => retryFailedSweeps(services) },
    ...(demo ? [{ name: 'sandbox bank', everyMs: second, run: () => runSandboxBank(app, services) }] : []),
    ...(autopilot !== 'off'
      ? [{ name: 'autopilot', everyMs: second, run: createAutopilot(app, services, autopilotOptions) }]
      : []),
  ]
}
