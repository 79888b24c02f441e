/**
 * The outcome of something that may be refused. An expected failure is data with a code; a thrown value is a defect.
 */
export type Result<Value, Failure> = { ok: true; value: Value } | { ok: false; error: Failure }

export const ok = <Value>(value: Value): { ok: true; value: Value } => ({ ok: true, value })

export const fail = <Failure>(error: Failure): { ok: false; error: Failure } => ({ ok: false, error })
