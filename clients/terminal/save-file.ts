import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Step } from './step.ts'
import { toPath } from './typed-path.ts'

/** Asks for a path and writes the file with mode 600. Returns false if that fails. */
export async function saveFile(step: Step, name: string, content: string | Uint8Array): Promise<boolean> {
  const path = toPath(await step.ask(step.words('terminal.savePath'), resolve(name)))
  try {
    await writeFile(path, content, { mode: 0o600 })
  } catch {
    return false
  }
  step.tell(step.words('terminal.saved', { path }))
  return true
}
