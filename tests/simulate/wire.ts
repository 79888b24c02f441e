/**
 * PostgreSQL's protocol as far as a prepared statement needs it:
 * https://www.postgresql.org/docs/current/protocol-message-formats.html
 */
export type Column = { name: string; type: number }
export type Read = (text: string, type?: number) => unknown

const [failed, row, complete, columnsOf, parametersOf] = ['E', 'D', 'C', 'T', 't'].map((kind) =>
  kind.charCodeAt(0),
)

/** Calls `tell` with the kind of each message and where its content is. */
function walk(answer: Buffer, tell: (kind: number, start: number, end: number) => void): void {
  for (let at = 0; at < answer.length; ) {
    const end = at + 1 + answer.readInt32BE(at + 1)
    tell(answer[at]!, at + 5, end)
    at = end
  }
}

/** Whether a statement failed, what it was and how many rows it changed. */
export function numbersOf(answer: Buffer): { hasFailed: boolean; command: string; affectedRows: number } {
  let [hasFailed, command, affectedRows] = [false, '', 0]
  walk(answer, (kind, start, end) => {
    if (kind === failed) hasFailed = true
    if (kind !== complete) return
    const words = answer.toString('latin1', start, end - 1).split(' ')
    command = words[0]!
    if (/^(INSERT|UPDATE|DELETE|COPY|MERGE)$/.test(command)) affectedRows += Number(words.at(-1))
  })
  return { hasFailed, command, affectedRows }
}

/** The types of a statement's values, and its columns. */
export function readColumns(answer: Buffer): { types: number[]; columns: Column[] } {
  const types: number[] = []
  const columns: Column[] = []
  walk(answer, (kind, start) => {
    if (kind === parametersOf)
      for (let index = 0; index < answer.readUInt16BE(start); index++)
        types.push(answer.readInt32BE(start + 2 + 4 * index))
    if (kind !== columnsOf) return
    let at = start + 2
    for (let left = answer.readInt16BE(start); left > 0; left--) {
      const end = answer.indexOf(0, at)
      columns.push({ name: answer.toString('utf8', at, end), type: answer.readInt32BE(end + 7) })
      at = end + 19
    }
  })
  return { types, columns }
}

type Shape = { columns: Column[]; parsers: (Read | null)[]; isArray: boolean; isAscii: boolean }

/** The rows of an answer. Where all of it is ASCII it becomes text at once, and each value a part of that. */
export function readRows<Row>(answer: Buffer, { columns, parsers, isArray, isAscii }: Shape): Row[] {
  const rows: Row[] = []
  const text = isAscii ? answer.toString('latin1') : ''
  walk(answer, (kind, start) => {
    if (kind !== row) return
    const list: unknown[] = []
    const record: Record<string, unknown> = {}
    let at = start + 2
    for (let index = 0; index < columns.length; index++) {
      const length = answer.readInt32BE(at)
      at += 4
      let value: unknown = null
      if (length >= 0) {
        const written = isAscii ? text.slice(at, at + length) : answer.toString('utf8', at, at + length)
        const read = parsers[index]
        value = read ? read(written, columns[index]!.type) : written
        at += length
      }
      if (isArray) list.push(value)
      else record[columns[index]!.name] = value
    }
    rows.push((isArray ? list : record) as Row)
  })
  return rows
}

/** Runs a prepared statement with its values, null for none. */
export function writeCall(name: string, values: (string | null)[]): Buffer {
  const sizes = values.map((value) => (value === null ? -1 : Buffer.byteLength(value)))
  const bind =
    4 + 1 + name.length + 1 + 2 + 2 + sizes.reduce((sum, size) => sum + 4 + Math.max(0, size), 0) + 2
  const message = Buffer.allocUnsafe(1 + bind + 10 + 5)
  let at = message.write('B', 0, 'latin1')
  at = message.writeInt32BE(bind, at)
  at = message.writeUInt8(0, at)
  at += message.write(`${name}\0`, at, 'latin1')
  at = message.writeInt16BE(0, at)
  at = message.writeUInt16BE(values.length, at)
  for (const [index, value] of values.entries()) {
    at = message.writeInt32BE(sizes[index]!, at)
    if (value !== null) at += message.write(value, at)
  }
  at = message.writeInt16BE(0, at)
  at += message.write('E\0\0\0\t\0\0\0\0\0', at, 'latin1')
  message.write('S\0\0\0\x04', at, 'latin1')
  return message
}
