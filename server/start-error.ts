/** The server cannot start. The message is the line that its user sees. */
export class StartError extends Error {
  override name = 'StartError'
}
