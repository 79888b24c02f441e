import { escapeUnprintable } from '@handsfree/core/lib'
import pc from 'picocolors'
import pino from 'pino'

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

/** `demo` logs are for a terminal. */
type LogSettings = { logLevel: LogLevel; demo: boolean }

export type LineStream = { write(line: string): unknown }

const colours: Record<string, (text: string) => string> = {
  fatal: pc.red,
  error: pc.red,
  warn: pc.yellow,
  info: pc.green,
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

export function readableLine(line: string): string {
  const { level, time, msg, pid: _pid, hostname: _hostname, ...rest } = JSON.parse(line)
  const facts = Object.entries(rest).map(([name, value]) => pc.dim(`${name}=${textOf(value)}`))
  const shown = (colours[level] ?? pc.dim)(String(level).padEnd(5))
  return [String(time).slice(11, 19), shown, msg, ...facts].filter(Boolean).join(' ')
}

/** Escapes control characters, because errors may contain client input. */
const printable = (stream: LineStream, shape: (line: string) => string = (line) => line): LineStream => ({
  write(line: string) {
    stream.write(`${shape(escapeUnprintable(line.trimEnd()))}\n`)
  },
})

/** pino options: JSON lines, or readable lines on the demo's terminal. */
export function logOptions({ logLevel, demo }: LogSettings, stream?: LineStream) {
  const shape = demo && !stream ? readableLine : undefined
  return {
    level: logLevel,
    // Plugins log request headers at `trace`.
    redact: ['headers', '*.headers', 'req.headers', 'res.headers'],
    formatters: { level: (label: string) => ({ level: label }) },
    timestamp: pino.stdTimeFunctions.isoTime,
    stream: printable(stream ?? process.stdout, shape),
  }
}

export function createLog(settings: LogSettings): pino.Logger {
  const { stream, ...options } = logOptions(settings)
  return pino(options, stream as pino.DestinationStream)
}
