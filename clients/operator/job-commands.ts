import {
  dueJobKinds,
  type Job,
  type OpenDispute,
  operatorFinishJob,
  operatorListDisputes,
  operatorListJobs,
  operatorRetryJob,
} from '@handsfree/core/api'
import { type Command, choice } from './command.ts'
import { collect, pagesOf } from './every-page.ts'
import { CallError, type Session, UsageError } from './session.ts'

const states = ['due', 'failed', 'givenUp'] as const
type Kind = Job['kind']
const kinds = [
  'refund',
  'session',
  'textMessage',
  'receipt',
  'handover',
  ...dueJobKinds,
] as const satisfies Kind[]

const listJobs = (session: Session, state?: Job['state']): AsyncIterable<Job[]> =>
  pagesOf((page) => session.call(operatorListJobs, { query: { ...(state && { state }), ...page } }))

const listDisputes = (session: Session): AsyncIterable<OpenDispute[]> =>
  pagesOf((query) => session.call(operatorListDisputes, { query }))

const noSuchJob = 1007
const jobIsDone = 8001

type Retried = { retried: number; done: number }

/** Retries the jobs of a kind that failed or were given up. Counts those that were done in the meantime. */
async function retryAll(session: Session, kind: Kind): Promise<Retried> {
  const listed = [
    ...(await collect(listJobs(session, 'givenUp'))),
    ...(await collect(listJobs(session, 'failed'))),
  ].filter((job) => job.kind === kind)
  let done = 0
  for (const { jobId } of listed) {
    try {
      await session.call(operatorRetryJob, { params: { jobId }, body: {} })
    } catch (error) {
      const failure = error instanceof CallError ? error.failure : null
      if (failure?.kind !== 'refused' || ![noSuchJob, jobIsDone].includes(failure.code)) throw error
      done += 1
    }
  }
  return { retried: listed.length - done, done }
}

const retriedLine = ({ retried, done }: Retried): string =>
  [
    `${retried} ${retried === 1 ? 'job' : 'jobs'} retried.`,
    ...(done > 0 ? [`${done} had been done meanwhile.`] : []),
  ].join(' ')

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
    run: async ({ session }) => listDisputes(session),
    lines: (disputes: OpenDispute[]) =>
      disputes.length === 0 ? ['No payment is disputed.'] : disputes.map(disputeLine),
  },
  jobs: {
    usage: '[due|failed|givenUp | retry JOB | retry --all KIND | done JOB]',
    summary:
      'refunds, payment pages, text messages and receipts that are due, failed or given up, and what recurring jobs failed to do; repeats one or all of a kind that failed, or marks a refund as done',
    words: [0, 2],
    options: ['all'],
    run: async ({ session, words: [word, jobId], options: { all } }) => {
      const verb = word === undefined ? undefined : choice(word, [...states, 'retry', 'done'])
      if (all !== undefined) {
        if (verb !== 'retry' || jobId) throw new UsageError('Use it as: jobs retry --all KIND')
        return retryAll(session, choice(all, kinds))
      }
      if (verb === 'retry' || verb === 'done') {
        if (!jobId) throw new UsageError(`Use it as: jobs ${verb} JOB`)
        const shape = verb === 'retry' ? operatorRetryJob : operatorFinishJob
        await session.call(shape, { params: { jobId }, body: {} })
        return listJobs(session)
      }
      if (jobId) throw new UsageError('Use it as: jobs [due|failed|givenUp]')
      return listJobs(session, verb)
    },
    lines: (result: Job[] | Retried) => {
      if (!Array.isArray(result)) return [retriedLine(result)]
      return result.length === 0 ? ['Nothing is due, failed or given up.'] : null
    },
  },
}
