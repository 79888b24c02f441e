import { existsSync } from 'node:fs'
import closeWithGrace from 'close-with-grace'
import pc from 'picocolors'
import { describeError } from './runtime/http/describe-error.ts'
import { readSettings, stageOf } from './runtime/settings/settings.ts'
import { misspelledSettings } from './runtime/settings/settings-checks.ts'
import { StartError } from './runtime/start-error.ts'
import { startServer } from './start.ts'
import { welcome } from './welcome.ts'

/** Milliseconds for the stop after the drain: 5 s for running requests, the rest for the database. */
const graceMs = 10_000

// Ignore stdout and stderr errors such as EPIPE and ENOSPC: unhandled, they crash the process.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

try {
  if (existsSync('.env')) process.loadEnvFile('.env')
  const settings = readSettings(process.env)
  const server = await startServer(settings)
  for (const line of misspelledSettings(Object.keys(process.env))) server.app.log.warn(line)
  closeWithGrace({ delay: settings.drainMs + graceMs, logger: false }, ({ err }) => {
    if (err) server.app.log.fatal(describeError(err), 'stopped after an unexpected error')
    return server.stop({ atOnce: err !== undefined })
  })
  if (settings.demo) process.stdout.write(`${welcome(server.port, settings)}\n`)
  else
    server.app.log.info({ port: server.port, url: settings.publicUrl, stage: stageOf(settings) }, 'listening')
} catch (error) {
  // Expected errors are one line; others are bugs and show a stack.
  const line =
    error instanceof StartError ? error.message : error instanceof Error ? error.stack : String(error)
  process.stderr.write(`${pc.red(line ?? 'unknown')}\n`)
  process.exit(1)
}
