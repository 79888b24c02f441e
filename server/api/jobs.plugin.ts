import {
  operatorCompareBills,
  operatorFindCalls,
  operatorFinishJob,
  operatorListDisputes,
  operatorListJobs,
  operatorListMoney,
  operatorRetryJob,
} from '@handsfree/core/contract'
import { compareBills } from '../domain/payments/compare-bills.ts'
import { findOpenDisputes } from '../domain/payments/find-disputes.ts'
import { findMoney } from '../domain/payments/find-money.ts'
import { findJobs } from '../flows/find-jobs.ts'
import { finishJob, retryJob } from '../flows/retry-job.ts'
import { describeError } from '../runtime/http/describe-error.ts'
import type { DomainPlugin } from '../runtime/http/domain.ts'
import { findFailedCalls } from '../runtime/http/failed-calls.ts'
import { route } from '../runtime/http/route.ts'

export const jobsPlugin: DomainPlugin = (app, services) => {
  route(app, services, operatorListJobs, ({ tx, query }) => findJobs(tx, query))

  route(app, services, operatorFindCalls, async ({ tx, query }) => ({
    list: await findFailedCalls(tx, query.reference),
  }))

  route(app, services, operatorListDisputes, ({ tx, query }) => findOpenDisputes(tx, query.cursor))

  route(app, services, operatorListMoney, ({ tx, query, locale }) => findMoney(tx, { ...query, locale }))

  route(app, services, operatorCompareBills, async ({ query, request }) => ({
    bills: await compareBills(services, query.day, (error) =>
      request.log.error(describeError(error), 'a payment provider’s bill could not be read'),
    ),
  }))

  route(app, services, operatorRetryJob, async ({ tx, afterCommit, params, employee }) => {
    await retryJob({ tx, afterCommit }, services, params.jobId, `employee:${employee.employeeId}`)
    return {}
  })

  route(app, services, operatorFinishJob, async ({ tx, afterCommit, params, employee }) => {
    await finishJob({ tx, afterCommit }, services, params.jobId, `employee:${employee.employeeId}`)
    return {}
  })
}
