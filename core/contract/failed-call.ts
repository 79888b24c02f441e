import * as v from 'valibot'
import { getCall } from './call.ts'
import { Timestamp } from './common.ts'

/** A call that failed or was refused. */
export const FailedCall = v.object({
  requestId: v.string(),
  /** As shown to the caller: the last 6 characters of the request id, in capitals. */
  reference: v.string(),
  method: v.string(),
  /** Path with names in place of ids. */
  route: v.string(),
  status: v.number(),
  /** Null without an envelope. */
  code: v.nullable(v.number()),
  orderId: v.nullable(v.string()),
  /** Keyed hash of the caller's id, as in the log. Null before the caller is known. */
  account: v.nullable(v.string()),
  /** Log entry of an unexpected error, without values. */
  error: v.nullable(v.record(v.string(), v.unknown())),
  createTime: Timestamp,
})
export type FailedCall = v.InferOutput<typeof FailedCall>

export const operatorFindCalls = getCall('/operator/failed-calls', {
  summary:
    'Returns up to 20 calls of the last 30 days that failed or were refused, by the reference that the caller saw or by the request id, newest first. A call appears within 2 seconds of its response. Requests without a valid session or above a request limit aren’t listed.',
  audience: 'operator',
  query: v.strictObject({
    reference: v.pipe(v.string(), v.trim(), v.regex(/^[\w-]{6,64}$/, 'must be 6 to 64 letters and digits')),
  }),
  result: v.object({ list: v.array(FailedCall) }),
})
