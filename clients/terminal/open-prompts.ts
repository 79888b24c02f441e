import { keyPrompts } from './key-prompts.ts'
import { linePrompts } from './line-prompts.ts'
import { Ended, type Prompts, type Streams } from './prompts.ts'

/** Interactive in a TTY, line-based in a pipe. */
export function openPrompts(streams: Streams): Prompts {
  const ended = new AbortController()
  const end = () => ended.abort(new Ended())
  // EPIPE, for example `| head`.
  streams.output.on('error', end)
  return { signal: ended.signal, ...(streams.output.isTTY ? keyPrompts : linePrompts)(streams, end) }
}
