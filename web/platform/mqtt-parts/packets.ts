import { EventEmitter } from './events.ts'

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** What MQTT.js sends for a client that subscribes with QoS 0, as `mqtt-packet` names it. */
type Sent = {
  cmd: 'connect' | 'subscribe' | 'pingreq' | 'disconnect'
  clientId: string
  username: string
  password: string
  keepalive: number
  messageId: number
  subscriptions: { topic: string; qos: number }[]
}

const twoBytes = (value: number): number[] => [value >> 8, value & 255]
const textBytes = (text: string): number[] => {
  const bytes = encoder.encode(text)
  return [...twoBytes(bytes.length), ...bytes]
}

const connectFlags = { username: 0x80, password: 0x40, clean: 0x02 }
const firstBytes = { connect: 0x10, subscribe: 0x82, pingreq: 0xc0, disconnect: 0xe0 }

function bodyOf(packet: Sent): number[] {
  if (packet.cmd === 'connect') {
    const { username, password, clean } = connectFlags
    return [
      ...textBytes('MQTT'),
      4,
      username | password | clean,
      ...twoBytes(packet.keepalive),
      ...[packet.clientId, packet.username, packet.password].flatMap(textBytes),
    ]
  }
  if (packet.cmd !== 'subscribe') return []
  const topics = packet.subscriptions.flatMap(({ topic, qos }) => [...textBytes(topic), qos])
  return [...twoBytes(packet.messageId), ...topics]
}

/** Seven bits in a byte, the lowest first; the eighth says that more follow. */
function lengthBytes(length: number): number[] {
  return length < 128 ? [length] : [(length & 127) | 128, ...lengthBytes(length >> 7)]
}

export function writeToStream(packet: Sent, line: { write: (bytes: Uint8Array) => boolean }): boolean {
  const body = bodyOf(packet)
  return line.write(Uint8Array.from([firstBytes[packet.cmd], ...lengthBytes(body.length), ...body]))
}

/** A broker's packet of MQTT 3.1.1 to such a client; throws for what it may not send. */
function read(first: number, body: Uint8Array) {
  const [one = 0, two = 0, ...rest] = first === 0x30 || first === 0x31 ? body.subarray(0, 2) : body
  if (first === 0x20 && body.length === 2)
    return { cmd: 'connack', sessionPresent: one === 1, returnCode: two }
  if (first === 0x90 && body.length > 2) return { cmd: 'suback', messageId: one * 256 + two, granted: rest }
  if (first === 0xd0 && body.length === 0) return { cmd: 'pingresp' }
  const end = 2 + one * 256 + two
  if ((first & 0xfe) !== 0x30 || body.length < end) throw new Error('Malformed packet')
  const topic = decoder.decode(body.subarray(2, end))
  return { cmd: 'publish', topic, payload: body.slice(end), qos: 0, retain: first === 0x31, dup: false }
}

/** Tells the packets in bytes that come in pieces, and nothing more after a malformed one. */
class Parser extends EventEmitter {
  #bytes = new Uint8Array(0)
  #isBroken = false

  parse(piece: Uint8Array): void {
    const both = new Uint8Array(this.#bytes.length + piece.length)
    both.set(this.#bytes)
    both.set(piece, this.#bytes.length)
    this.#bytes = both
    try {
      while (!this.#isBroken && this.#next());
    } catch (error) {
      this.#isBroken = true
      this.emit('error', error)
    }
  }

  /** Takes one packet out of the bytes, if it is whole. */
  #next(): boolean {
    let length = 0
    let at = 1
    let byte: number | undefined
    do {
      byte = this.#bytes[at]
      if (byte === undefined) return false
      if (at > 4) throw new Error('Malformed length')
      length += (byte & 127) * 128 ** (at - 1)
      at += 1
    } while (byte > 127)
    const end = at + length
    if (this.#bytes.length < end) return false
    const packet = read(this.#bytes[0] ?? 0, this.#bytes.subarray(at, end))
    this.#bytes = this.#bytes.subarray(end)
    this.emit('packet', { ...packet, length })
    return true
  }
}

export const parser = (): Parser => new Parser()
