import { type Job, operatorFinishJob, operatorListJobs, operatorRetryJob } from '@handsfree/core/api'
import { type Command, choice } from './command.ts'
import { UsageError } from './session.ts'

const states = ['due', 'failed', 'givenUp'] as const

export const jobCommands: Record<string, Command> = {
  jobs: {
    usage: '[due|failed|givenUp | retry JOB | done JOB]',
    summary:
      'refunds, payment pages and text messages that are due, failed or given up; repeats one, or marks a refund as done',
    words: [0, 2],
    run: async ({ session, words: [word, jobId] }) => {
      const verb = word === undefined ? undefined : choice(word, [...states, 'retry', 'done'])
      if (verb === 'retry' || verb === 'done') {
        if (!jobId) throw new UsageError(`Use it as: jobs ${verb} JOB`)
        const shape = verb === 'retry' ? operatorRetryJob : operatorFinishJob
        await session.call(shape, { params: { jobId }, body: {} })
        return session.call(operatorListJobs, { query: {} })
      }
      if (jobId) throw new UsageError('Use it as: jobs [due|failed|givenUp]')
      return session.call(operatorListJobs, { query: verb ? { state: verb } : {} })
    },
    lines: (jobs: Job[]) => (jobs.length === 0 ? ['Nothing is due, failed or given up.'] : null),
  },
}
