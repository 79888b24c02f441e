import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { writeTemplate } from './template.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** File of a PGlite database with our tables and the demo world. */
    pgliteTemplate?: string
  }
}

/** Vitest's global setup: creates the database that every test file starts with. */
export default async function setup(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'handsfree-template-'))
  const template = process.env.HANDSFREE_TEST_TEMPLATE ?? join(folder, 'template.tar')
  if (!existsSync(template)) await writeTemplate(template)
  project.provide('pgliteTemplate', template)
  return () => rmSync(folder, { recursive: true, force: true })
}
