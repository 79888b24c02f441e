/** Ids for log lines: a job's row, and the order that it's about. */
type Subject = { subject?: string; orderId?: string }

export class SubjectError extends Error {
  override name = 'SubjectError'
  readonly ids: Subject
  constructor(ids: Subject, cause: unknown) {
    super(`failed on ${ids.subject ?? ids.orderId}`, { cause })
    this.ids = ids
  }
}
