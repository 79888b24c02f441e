import { escapeUnprintable } from '@handsfree/core/lib'
import pc from 'picocolors'
import pino from 'pino'

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

/** `demo`: the log is read on a terminal. */
type LogSettings = { logLevel: LogLevel; demo: boolean }

export type LineStream = { write(line: string): unknown }

const colours: Record<string, (text: string) => string> = {
  fatal: pc.red,
  error: pc.red,
  warn: pc.yellow,
  info: pc.green,
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** A line of the log for people: time of day, level, message, then the rest. */
export function readableLine(line: string): string {
  const { level, time, msg, pid: _pid, hostname: _hostname, ...rest } = JSON.parse(line)
  const facts = Object.entries(rest).map(([name, value]) => pc.dim(`${name}=${textOf(value)}`))
  const shown = (colours[level] ?? pc.dim)(String(level).padEnd(5))
  return [String(time).slice(11, 19), shown, msg, ...facts].filter(Boolean).join(' ')
}

/** Escapes control characters for the terminal: an error's text may hold what a client sent. */
const printable = (stream: LineStream, shape: (line: string) => string = (line) => line): LineStream => ({
  write(line: string) {
    stream.write(`${shape(escapeUnprintable(line.trimEnd()))}\n`)
  },
})

/**
 * How pino writes: one JSON object a line, with `level`, `time`, `msg` and what belongs to it; on the demo's own terminal
 * lines for people.
 */
export function logOptions({ logLevel, demo }: LogSettings, stream?: LineStream) {
  const shape = demo && !stream ? readableLine : undefined
  return {
    level: logLevel,
    // Plugins log a request's headers at `trace`.
    redact: ['headers', '*.headers', 'req.headers', 'res.headers'],
    formatters: { level: (label: string) => ({ level: label }) },
    timestamp: pino.stdTimeFunctions.isoTime,
    stream: printable(stream ?? process.stdout, shape),
  }
}

/** The log outside of requests: of the start and of the engines. */
export function createLog(settings: LogSettings): pino.Logger {
  const { stream, ...options } = logOptions(settings)
  return pino(options, stream as pino.DestinationStream)
}
