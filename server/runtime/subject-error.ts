export class SubjectError extends Error {
  override name = 'SubjectError'
  readonly subject: string
  constructor(subject: string, cause: unknown) {
    super(`failed on ${subject}`, { cause })
    this.subject = subject
  }
}
