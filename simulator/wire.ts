/**
 * The part of PostgreSQL's protocol that prepared statements need:
 * https://www.postgresql.org/docs/current/protocol-message-formats.html
 */
export type Column = { name: string; type: number }
export type ParseValue = (text: string, type?: number) => unknown

const codeOf = (letter: string) => letter.charCodeAt(0)

/** First bytes of PostgreSQL's messages. */
const messageKind = {
  error: codeOf('E'),
  dataRow: codeOf('D'),
  commandComplete: codeOf('C'),
  rowDescription: codeOf('T'),
  parameterDescription: codeOf('t'),
}

/** Calls `visit` with the kind and position of each message. */
function forEachMessage(answer: Buffer, visit: (kind: number, start: number, end: number) => void): void {
  for (let at = 0; at < answer.length; ) {
    const end = at + 1 + answer.readInt32BE(at + 1)
    visit(answer[at]!, at + 5, end)
    at = end
  }
}

export function hasFailed(answer: Buffer): boolean {
  for (let at = 0; at < answer.length; at += 1 + answer.readInt32BE(at + 1))
    if (answer[at] === messageKind.error) return true
  return false
}

const countedCommands = new Set(['INSERT', 'UPDATE', 'DELETE', 'COPY', 'MERGE'])

export function readColumns(answer: Buffer): { types: number[]; columns: Column[] } {
  const types: number[] = []
  const columns: Column[] = []
  forEachMessage(answer, (kind, start) => {
    if (kind === messageKind.parameterDescription)
      for (let index = 0; index < answer.readUInt16BE(start); index++)
        types.push(answer.readInt32BE(start + 2 + 4 * index))
    if (kind !== messageKind.rowDescription) return
    let at = start + 2
    for (let left = answer.readInt16BE(start); left > 0; left--) {
      const end = answer.indexOf(0, at)
      // Behind the name: table (4 bytes), column (2), type (4), size (2), modifier (4) and format (2).
      columns.push({ name: answer.toString('utf8', at, end), type: answer.readInt32BE(end + 7) })
      at = end + 19
    }
  })
  return { types, columns }
}

type RowShape = { columns: Column[]; parsers: (ParseValue | null)[]; isArray: boolean; isAscii: boolean }

export type Outcome<Row> = { command: string; affectedRows: number; rows: Row[] }

/** Parses a response. If it is all ASCII, it is decoded once and values are substrings. */
export function readOutcome<Row>(
  answer: Buffer,
  { columns, parsers, isArray, isAscii }: RowShape,
): Outcome<Row> {
  const outcome: Outcome<Row> = { command: '', affectedRows: 0, rows: [] }
  const text = isAscii ? answer.toString('latin1') : ''
  for (let at = 0; at < answer.length; ) {
    const kind = answer[at]
    const start = at + 5
    const end = at + 1 + answer.readInt32BE(at + 1)
    if (kind === messageKind.dataRow) outcome.rows.push(readRow(answer, start + 2) as Row)
    else if (kind === messageKind.commandComplete) {
      const words = answer.toString('latin1', start, end - 1).split(' ')
      outcome.command = words[0]!
      if (countedCommands.has(outcome.command)) outcome.affectedRows += Number(words.at(-1))
    }
    at = end
  }
  return outcome

  function readRow(from: Buffer, first: number): unknown {
    const list: unknown[] = []
    const record: Record<string, unknown> = {}
    let at = first
    for (let index = 0; index < columns.length; index++) {
      const length = from.readInt32BE(at)
      at += 4
      let value: unknown = null
      if (length >= 0) {
        const written = isAscii ? text.slice(at, at + length) : from.toString('utf8', at, at + length)
        const read = parsers[index]
        value = read ? read(written, columns[index]!.type) : written
        at += length
      }
      if (isArray) list.push(value)
      else record[columns[index]!.name] = value
    }
    return isArray ? list : record
  }
}

/** Messages that execute a prepared statement. `before` holds messages to send first, such as Parse. */
export function writeCall(name: string, values: (string | null)[], before: Buffer | null = null): Buffer {
  const sizes = values.map((value) => (value === null ? -1 : Buffer.byteLength(value)))
  const bind =
    4 + 1 + name.length + 1 + 2 + 2 + sizes.reduce((sum, size) => sum + 4 + Math.max(0, size), 0) + 2
  const head = before?.length ?? 0
  const message = Buffer.allocUnsafe(head + 1 + bind + 10 + 5)
  before?.copy(message)
  let at = head + message.write('B', head, 'latin1')
  at = message.writeInt32BE(bind, at)
  at = message.writeUInt8(0, at)
  at += message.write(`${name}\0`, at, 'latin1')
  at = message.writeInt16BE(0, at)
  at = message.writeUInt16BE(values.length, at)
  for (let index = 0; index < values.length; index++) {
    const value = values[index]!
    at = message.writeInt32BE(sizes[index]!, at)
    if (value !== null) at += message.write(value, at)
  }
  at = message.writeInt16BE(0, at)
  // Execute: no portal name, no row limit.
  at += message.write('E\0\0\0\t\0\0\0\0\0', at, 'latin1')
  // Sync.
  message.write('S\0\0\0\x04', at, 'latin1')
  return message
}
