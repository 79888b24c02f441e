import { existsSync } from 'node:fs'
import pc from 'picocolors'
import { readSettings } from './settings.ts'
import { type RunningServer, startServer } from './start.ts'
import { StartError } from './start-error.ts'
import { welcome } from './welcome.ts'

/** Milliseconds that a shutdown may take before it is cut short. */
const patience = 10_000

function stopOnSignals(server: RunningServer): void {
  let isStopping = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (isStopping) process.exit(1)
      isStopping = true
      setTimeout(() => process.exit(1), patience).unref()
      server.stop().then(
        () => process.exit(0),
        () => process.exit(1),
      )
    })
  }
}

try {
  if (existsSync('.env')) process.loadEnvFile('.env')
  const settings = readSettings(process.env)
  const server = await startServer(settings)
  stopOnSignals(server)
  process.stdout.write(`${welcome(server.port, settings)}\n`)
} catch (error) {
  // A mistake of its user is one line; anything else is a defect, and says where.
  const line =
    error instanceof StartError ? error.message : error instanceof Error ? error.stack : String(error)
  process.stderr.write(`${pc.red(line ?? 'unknown')}\n`)
  process.exit(1)
}
