/**
 * `npm run settings` writes `.env.example` and `docs/settings.md`. `--check` writes nothing, and fails if they are
 * stale.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from '../statecharts/registry.ts'
import { toEnvExample, toSettingsPage } from '../tools/settings-documents.ts'

const { values } = parseArgs({ options: { check: { type: 'boolean' } } })
const documents = { '.env.example': toEnvExample(), 'docs/settings.md': toSettingsPage() }

for (const [name, text] of Object.entries(documents)) {
  const file = join(root, name)
  if (!values.check) writeFileSync(file, text)
  else if (readFileSync(file, 'utf8') !== text) {
    console.error(`${name} is stale. Run \`npm run settings\` and commit it.`)
    process.exitCode = 1
  }
}
