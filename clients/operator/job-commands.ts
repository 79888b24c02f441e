import {
  dueJobKinds,
  type Job,
  type OpenDispute,
  operatorFinishJob,
  operatorListDisputes,
  operatorListJobs,
  operatorRetryJob,
} from '@handsfree/core/contract'
import { Argument, Option } from 'commander'
import { collect, pagesOf } from './every-page.ts'
import { CallError, type Session, UsageError } from './session.ts'
import type { Tool } from './tool.ts'

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

type RetryResult = { retried: number; done: number }

/** Retries failed and given-up jobs of a kind. Counts those that finished in between. */
async function retryAll(session: Session, kind: Kind): Promise<RetryResult> {
  const retryableJobs = [
    ...(await collect(listJobs(session, 'givenUp'))),
    ...(await collect(listJobs(session, 'failed'))),
  ].filter((job) => job.kind === kind)
  let done = 0
  for (const { jobId } of retryableJobs) {
    try {
      await session.call(operatorRetryJob, { params: { jobId }, body: {} })
    } catch (error) {
      const failure = error instanceof CallError ? error.failure : null
      if (failure?.kind !== 'refused' || ![noSuchJob, jobIsDone].includes(failure.code)) throw error
      done += 1
    }
  }
  return { retried: retryableJobs.length - done, done }
}

const retriedLine = ({ retried, done }: RetryResult): string =>
  [
    `${retried} ${retried === 1 ? 'job' : 'jobs'} retried.`,
    ...(done > 0 ? [`${done} ${done === 1 ? 'was' : 'were'} already done.`] : []),
  ].join(' ')

const disputeLine = ({ orderNumber, amount, reason, createTime, disputeId }: OpenDispute): string =>
  [
    orderNumber,
    `${(amount.amount / 100).toFixed(2)} ${amount.currency}`,
    reason,
    `since ${createTime.slice(0, 16).replace('T', ' ')} UTC`,
    disputeId,
  ].join(' · ')

const jobLines = (jobs: Job[]): string[] | null =>
  jobs.length === 0 ? ['No due, failed or abandoned jobs.'] : null

export function addJobCommands({ program, run }: Tool): void {
  program
    .command('disputes')
    .description('list open payment disputes, oldest first')
    .action(
      run(
        async (session) => listDisputes(session),
        (disputes: OpenDispute[]) =>
          disputes.length === 0 ? ['No open payment disputes.'] : disputes.map(disputeLine),
      ),
    )
  const jobs = program
    .command('jobs')
    .description(
      'list, retry and complete refunds, payment pages, text messages, receipts and recurring jobs',
    )
    .addArgument(new Argument('[state]').choices(states))
    .action(run(async (session, state?: Job['state']) => listJobs(session, state), jobLines))
  jobs
    .command('retry')
    .description('retry a job, or all failed jobs of a kind')
    .argument('[job]')
    .addOption(new Option('--all <kind>').choices(kinds))
    .action(
      run(
        async (session, jobId: string | undefined, { all }: { all?: Kind }) => {
          if ((jobId === undefined) === (all === undefined))
            throw new UsageError('Missing job. Pass a job id, or --all with a kind.')
          if (all !== undefined) return retryAll(session, all)
          await session.call(operatorRetryJob, { params: { jobId: jobId! }, body: {} })
          return listJobs(session)
        },
        (result: Job[] | RetryResult) => (Array.isArray(result) ? jobLines(result) : [retriedLine(result)]),
      ),
    )
  jobs
    .command('done')
    .description('mark a refund as paid by other means')
    .argument('<job>')
    .action(
      run(async (session, jobId: string) => {
        await session.call(operatorFinishJob, { params: { jobId }, body: {} })
        return listJobs(session)
      }, jobLines),
    )
}
