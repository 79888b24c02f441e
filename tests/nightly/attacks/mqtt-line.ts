import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Account } from '@handsfree/core/contract'
import { WebSocket } from 'ws'
import { deriveKeys } from '../../../server/runtime/keys.ts'
import { brokerPassword } from '../../../server/runtime/realtime/password.ts'
import type { AttackedServer } from './attacked-server.ts'

const field = (text: string | Buffer): Buffer => {
  const bytes = Buffer.from(text)
  return Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 0xff]), bytes])
}

export function header(type: number, length: number): Buffer {
  const bytes = [type]
  for (let left = length; ; left = Math.floor(left / 128)) {
    bytes.push((left % 128) + (left >= 128 ? 128 : 0))
    if (left < 128) return Buffer.from(bytes)
  }
}

const packet = (type: number, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts)
  return Buffer.concat([header(type, body.length), body])
}

export const subscribe = (id: number, filters: readonly string[]): Buffer =>
  packet(
    0x82,
    Buffer.from([id >> 8, id & 0xff]),
    ...filters.flatMap((filter) => [field(filter), Buffer.from([0])]),
  )

export const publish = (topic: string, payload: string): Buffer =>
  packet(0x30, field(topic), Buffer.from(payload))

export type Login = { clientId: string; username: string; password: string }

export const connectPacket = ({ clientId, username, password }: Login): Buffer =>
  packet(
    0x10,
    field('MQTT'),
    Buffer.from([4, 0xc2, 0, 60]),
    field(clientId),
    field(username),
    field(password),
  )

export async function loginOf({ folder }: AttackedServer, { uin, token }: Account): Promise<Login> {
  const keys = deriveKeys(readFileSync(join(folder, 'secret'), 'utf8').trim())
  const tokenHash = createHash('sha256').update(token).digest('hex')
  return {
    clientId: `TMS-${uin}`,
    username: uin,
    password: await brokerPassword(keys, { holder: uin, clientId: `TMS-${uin}`, tokenHash }, new Date()),
  }
}

/** An MQTT connection byte by byte, without a client's checks. */
export class MqttLine {
  readonly socket: WebSocket
  /** Return code of CONNACK: 0 means accepted; null without CONNACK. */
  returnCode: number | null = null
  granted = 0
  refused = 0
  messages: { topic: string; payload: string }[] = []
  #left = Buffer.alloc(0)
  #heard = () => {}

  private constructor(socket: WebSocket) {
    this.socket = socket
    socket.on('error', () => {})
    socket.on('close', () => this.#heard())
    socket.on('message', (data: Buffer) => {
      this.#left = Buffer.concat([this.#left, data])
      this.#read()
      this.#heard()
    })
  }

  /** Connects, and resolves once the broker accepts the client or closes the connection. */
  static async open({ port }: AttackedServer, login: Login | null): Promise<MqttLine> {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/mqtt`, 'mqtt')
    const line = new MqttLine(socket)
    await once(socket, 'open')
    if (!login) return line
    socket.send(connectPacket(login))
    await line.until(() => line.returnCode !== null)
    return line
  }

  get isOpen(): boolean {
    return this.socket.readyState === WebSocket.OPEN
  }

  /** Waits for a condition, or until the connection closes. */
  async until(isHeard: () => boolean): Promise<void> {
    while (!isHeard() && this.isOpen) {
      await new Promise<void>((resolve) => {
        this.#heard = resolve
      })
    }
  }

  #read(): void {
    for (;;) {
      let length = 0
      let start = 1
      for (let more = true; more; start++) {
        const byte = this.#left[start]
        if (byte === undefined) return
        length += (byte & 0x7f) * 128 ** (start - 1)
        more = byte >= 128
      }
      if (this.#left.length < start + length) return
      this.#take(this.#left[0]! >> 4, this.#left.subarray(start, start + length))
      this.#left = this.#left.subarray(start + length)
    }
  }

  #take(type: number, body: Buffer): void {
    if (type === 2) this.returnCode = body[1] ?? null
    if (type === 3) {
      const end = 2 + body.readUInt16BE(0)
      this.messages.push({ topic: body.subarray(2, end).toString(), payload: body.subarray(end).toString() })
    }
    if (type !== 9) return
    const refused = body.subarray(2).filter((code) => code === 0x80).length
    this.refused += refused
    this.granted += body.length - 2 - refused
  }
}
