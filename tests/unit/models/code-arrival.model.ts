import { fail, ok } from '@handsfree/core'
import { type CodeArrivalInput, codeArrivalMachine } from '@handsfree/core/auth'
import { defineModel } from '../../../statecharts/paths/machine-model.ts'
import { offline } from './samples.ts'

const start = (requestId: string | null) => (): CodeArrivalInput => ({ requestId })

/** A message with a code, which may be read by the device, come late, or never. */
export const codeArrivalModel = defineModel<typeof codeArrivalMachine>({
  machine: codeArrivalMachine,
  starts: { 'just requested': start('request-1'), 'requested by another device': start(null) },
  samples: {},
  outcomes: {
    receiveCode: { read: '246810' },
    findDelivery: {
      unknown: ok({ isUndelivered: false }),
      undelivered: ok({ isUndelivered: true }),
      offline: fail(offline),
    },
  },
  delays: { helpDelay: [30_000], checkPause: [10_000] },
  facts: ({ context }) => ({ checks: context.checks }),
  laws: {
    'asks the server only about a late message, and at most six times': ({ snapshot, calls }) => {
      const checks = calls.filter(({ id }) => id === 'findDelivery').length
      return checks <= 6 && (checks === 0 || !snapshot.matches({ message: 'awaited' }))
    },
  },
  simple: { steps: 8, paths: 30 },
})
