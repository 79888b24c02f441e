/** The server can't start. The message is one line for the operator. */
export class StartError extends Error {
  override name = 'StartError'
}
