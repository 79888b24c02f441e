/** Outcome of an operation that may be refused. Expected failures are data with a code; thrown values are defects. */
export type Result<Value, Failure> = { ok: true; value: Value } | { ok: false; error: Failure }

export const ok = <Value>(value: Value): { ok: true; value: Value } => ({ ok: true, value })

export const fail = <Failure>(error: Failure): { ok: false; error: Failure } => ({ ok: false, error })
