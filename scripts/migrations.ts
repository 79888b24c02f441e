/**
 * `npm run migrations` writes a migration for changed tables. It keeps only the latest snapshot, the one drizzle-kit
 * compares with. `-- --name WORDS` names the migration. `--check` writes nothing, and fails if a migration is missing.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from '../statecharts/registry.ts'

const { values } = parseArgs({ options: { check: { type: 'boolean' }, name: { type: 'string' } } })
const folder = 'server/migrations'

/**
 * Runs drizzle-kit. Returns true if no table changed. Reads that from the output, because drizzle-kit exits with 0 even
 * after errors.
 */
function generateMigration(out: string): boolean {
  const name = values.name === undefined ? [] : ['--name', values.name]
  const { stdout, stderr } = spawnSync(
    join(root, 'node_modules/.bin/drizzle-kit'),
    ['generate', '--config', 'server/drizzle.config.ts', ...name],
    { cwd: root, encoding: 'utf8', env: { ...process.env, MIGRATIONS_FOLDER: out } },
  )
  const isSame = stdout.includes('No schema changes')
  if (!values.check || !isSame) console.log(stdout + stderr)
  return isSame
}

if (values.check) {
  const copy = mkdtempSync(join(tmpdir(), 'handsfree-migrations-'))
  cpSync(join(root, folder), copy, { recursive: true })
  if (!generateMigration(relative(root, copy))) {
    console.error('Tables changed without a migration. Run `npm run migrations` and commit the new files.')
    process.exitCode = 1
  }
  rmSync(copy, { recursive: true })
} else {
  generateMigration(folder)
  const meta = join(root, folder, 'meta')
  const snapshots = readdirSync(meta).filter((name) => name.endsWith('_snapshot.json'))
  for (const name of snapshots.sort().slice(0, -1)) rmSync(join(meta, name))
}
