import {
  type Job,
  type OpenDispute,
  operatorFinishJob,
  operatorListDisputes,
  operatorListJobs,
  operatorRetryJob,
} from '@handsfree/core/api'
import { type Command, choice } from './command.ts'
import { everyPage } from './every-page.ts'
import { type Session, UsageError } from './session.ts'

const states = ['due', 'failed', 'givenUp'] as const

const listJobs = (session: Session, state?: Job['state']): Promise<Job[]> =>
  everyPage((page) => session.call(operatorListJobs, { query: { ...(state && { state }), ...page } }))

const listDisputes = (session: Session): Promise<OpenDispute[]> =>
  everyPage((query) => session.call(operatorListDisputes, { query }))

const disputeLine = ({ orderNumber, amount, reason, createTime, disputeId }: OpenDispute): string =>
  [
    orderNumber,
    `${(amount.amount / 100).toFixed(2)} ${amount.currency}`,
    reason,
    `since ${createTime.slice(0, 16).replace('T', ' ')} UTC`,
    disputeId,
  ].join(' · ')

export const jobCommands: Record<string, Command> = {
  disputes: {
    usage: '',
    summary: 'payments that travellers dispute with their bank and that are not decided, the oldest first',
    words: [0, 0],
    run: ({ session }) => listDisputes(session),
    lines: (disputes: OpenDispute[]) =>
      disputes.length === 0 ? ['No payment is disputed.'] : disputes.map(disputeLine),
  },
  jobs: {
    usage: '[due|failed|givenUp | retry JOB | done JOB]',
    summary:
      'refunds, payment pages, text messages and receipts that are due, failed or given up, and what recurring jobs failed to do; repeats one, or marks a refund as done',
    words: [0, 2],
    run: async ({ session, words: [word, jobId] }) => {
      const verb = word === undefined ? undefined : choice(word, [...states, 'retry', 'done'])
      if (verb === 'retry' || verb === 'done') {
        if (!jobId) throw new UsageError(`Use it as: jobs ${verb} JOB`)
        const shape = verb === 'retry' ? operatorRetryJob : operatorFinishJob
        await session.call(shape, { params: { jobId }, body: {} })
        return listJobs(session)
      }
      if (jobId) throw new UsageError('Use it as: jobs [due|failed|givenUp]')
      return listJobs(session, verb)
    },
    lines: (jobs: Job[]) => (jobs.length === 0 ? ['Nothing is due, failed or given up.'] : null),
  },
}
