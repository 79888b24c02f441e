const nearMs = 400 * 24 * 3_600_000
const maxText = 32
const maxFields = 8

/** A value in short, for reviewed tables: times relative to now, and generated keys without their number. */
export function briefOf(value: unknown, now: number, depth = 0): string {
  const inner = (entry: unknown) => briefOf(entry, now, depth + 1)
  if (typeof value === 'number') return Math.abs(value - now) < nearMs ? timeOf(value - now) : String(value)
  if (typeof value === 'string') return textOf(value)
  if (typeof value === 'function') return 'function'
  if (typeof value !== 'object' || value === null) return String(value)
  if ('send' in value) return 'actor'
  if (value instanceof Error) return value.name
  if (Array.isArray(value))
    return value.length <= 3 ? `[${value.map(inner).join(', ')}]` : `[${value.length} entries]`
  if (value instanceof Map || value instanceof Set) return inner([...value])
  const entries = Object.entries(value)
  if (depth > 0 && entries.length > 4) return `{${entries.length} fields}`
  if (depth > 2) return '{…}'
  const fields = entries.slice(0, maxFields).map(([key, entry]) => `${key}: ${inner(entry)}`)
  return `{${fields.join(', ')}${entries.length > maxFields ? ', …' : ''}}`
}

const timeOf = (ms: number): string => (ms === 0 ? 'now' : `now${ms > 0 ? '+' : '−'}${Math.abs(ms)}`)

function textOf(text: string): string {
  if (/^key-\d+$/.test(text)) return 'key'
  const line = text.replace(/\s/g, ' ')
  return line.length > maxText ? `${line.slice(0, maxText)}…` : line || '""'
}
