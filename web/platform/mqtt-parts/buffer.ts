const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** As much of Node's `Buffer` as MQTT.js calls: bytes of its own, texts in UTF-8. */
export class Buffer extends Uint8Array {
  static override from(content: string | ArrayBuffer | ArrayLike<number> | Iterable<number>): Buffer {
    const bytes = typeof content === 'string' ? encoder.encode(content) : content
    return new Buffer(bytes as ArrayLike<number>)
  }

  static alloc = (length: number): Buffer => new Buffer(length)
  static allocUnsafe = (length: number): Buffer => new Buffer(length)
  static isBuffer = (value: unknown): boolean => value instanceof Buffer
  static byteLength = (content: string | Uint8Array): number =>
    typeof content === 'string' ? encoder.encode(content).length : content.length

  writeUInt8(value: number, at: number): void {
    this[at] = value
  }

  writeUInt16BE(value: number, at: number): void {
    new DataView(this.buffer, this.byteOffset).setUint16(at, value)
  }

  writeUInt32BE(value: number, at: number): void {
    new DataView(this.buffer, this.byteOffset).setUint32(at, value)
  }

  override toString(): string {
    return decoder.decode(this)
  }
}

/** As much of `bl` as MQTT.js calls: bytes that came in pieces, as one. */
export class BufferList {
  #bytes = new Buffer(0)

  get length(): number {
    return this.#bytes.length
  }

  append(piece: Uint8Array): void {
    const both = new Buffer(this.length + piece.length)
    both.set(this.#bytes)
    both.set(piece, this.length)
    this.#bytes = both
  }

  consume(count: number): void {
    this.#bytes = this.#bytes.subarray(count) as Buffer
  }

  slice(from: number, to: number): Buffer {
    return this.#bytes.slice(from, to) as Buffer
  }

  toString(_encoding: 'utf8', from: number, to: number): string {
    return decoder.decode(this.#bytes.subarray(from, to))
  }

  readUInt8(at: number): number {
    return this.#bytes[at] ?? 0
  }

  readUInt16BE(at: number): number {
    return this.readUInt8(at) * 256 + this.readUInt8(at + 1)
  }

  readUInt32BE(at: number): number {
    return this.readUInt16BE(at) * 65_536 + this.readUInt16BE(at + 2)
  }
}
