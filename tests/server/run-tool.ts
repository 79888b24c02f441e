import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeEach } from 'vitest'
import { runOperator } from '../../clients/operator/run.ts'

/** Runs a command of the operator tool on a server. Returns its output lines. */
export async function linesOfTool({ port }: { port: number }, ...args: string[]) {
  const out: string[] = []
  const errors: string[] = []
  const terminal = {
    write: (line: string) => out.push(line),
    writeError: (line: string) => errors.push(line),
    hasColour: false,
  }
  const code = await runOperator([...args, '--url', `http://127.0.0.1:${port}`], terminal)
  return { code, out, errors }
}

/** Like `linesOfTool`, but returns one string. */
export async function runTool(server: { port: number }, ...args: string[]) {
  const { code, out, errors } = await linesOfTool(server, ...args)
  return { code, out: out.join('\n'), errors: errors.join('\n') }
}

export const catalogueTemplate = fileURLToPath(new URL('../../docs/catalogue/', import.meta.url))

/** A folder with the catalogue's template, reset before each test. */
export function useCatalogueFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'handsfree-catalogue-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  beforeEach(() => {
    remove()
    cpSync(catalogueTemplate, folder, { recursive: true })
  })
  afterAll(remove)
  const edit = (name: string, change: (text: string) => string) => {
    const file = join(folder, name)
    writeFileSync(file, change(readFileSync(file, 'utf8')))
  }
  return { folder, edit }
}
