import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** File of an empty PGlite database with our tables. */
    pgliteTemplate?: string
  }
}

const migrationsFolder = fileURLToPath(new URL('../../server/migrations', import.meta.url))

/**
 * Vitest's global set-up: makes an empty database with our tables once, with which every test file begins. PGlite
 * takes four seconds to make one, and half a second to read one.
 */
export default async function setup(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'handsfree-template-'))
  const client = await PGlite.create()
  await migrate(drizzle(client), { migrationsFolder })
  const dump = await client.dumpDataDir('none')
  await client.close()
  const template = join(folder, 'template.tar')
  writeFileSync(template, Buffer.from(await dump.arrayBuffer()))
  project.provide('pgliteTemplate', template)
  return () => rmSync(folder, { recursive: true, force: true })
}
