import { Buffer, BufferList } from './buffer.ts'
import { EventEmitter } from './events.ts'
import type { Writable } from './streams.ts'

/** What MQTT.js writes to and reads from: a WebSocket as one of Node's streams, as far as MQTT.js asks for it. */
export class Line extends EventEmitter {
  readonly #socket: WebSocket
  /** What waits for the socket, or for the rest of its packet. */
  #waiting = new BufferList()
  #corks = 0
  #isOver = false

  constructor(url: string) {
    super()
    this.#socket = new WebSocket(url, ['mqtt'])
    this.#socket.binaryType = 'arraybuffer'
    this.#socket.onopen = () => this.#send()
    this.#socket.onmessage = ({ data }) => this.#isOver || this.emit('data', Buffer.from(data))
    this.#socket.onerror = () => this.destroy(new Error('WebSocket error'))
    this.#socket.onclose = () => this.destroy()
  }

  /** A packet's pieces go in one message. */
  #send(): void {
    const { length } = this.#waiting
    if (this.#corks > 0 || length === 0 || this.#socket.readyState !== WebSocket.OPEN) return
    this.#socket.send(this.#waiting.slice(0, length) as Uint8Array<ArrayBuffer>)
    this.#waiting.consume(length)
  }

  cork(): void {
    this.#corks += 1
  }

  uncork(): void {
    this.#corks -= 1
    this.#send()
  }

  write(piece: Uint8Array | string): boolean {
    this.#waiting.append(typeof piece === 'string' ? Buffer.from(piece) : piece)
    this.#send()
    return true
  }

  pipe(to: Writable): void {
    this.on('data', (piece: Uint8Array) => to.write(piece))
  }

  end(then?: () => void): void {
    this.destroy()
    then?.()
  }

  destroy(error?: Error): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#socket.close()
    queueMicrotask(() => {
      if (error) this.emit('error', error)
      this.emit('close')
    })
  }
}
