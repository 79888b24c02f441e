/** The server cannot start. The message is one line for its user. */
export class StartError extends Error {
  override name = 'StartError'
}
