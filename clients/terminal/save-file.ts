import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { TerminalSession } from './terminal-session.ts'
import { toPath } from './typed-path.ts'

/** Asks for a path and writes the file with mode 600. Returns false if that fails. */
export async function saveFile(
  session: TerminalSession,
  name: string,
  content: string | Uint8Array,
): Promise<boolean> {
  const path = toPath(await session.ask(session.text('terminal.savePath'), resolve(name)))
  try {
    await writeFile(path, content, { mode: 0o600 })
  } catch {
    return false
  }
  session.print(session.text('terminal.saved', { path }))
  return true
}
