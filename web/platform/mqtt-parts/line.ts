import { EventEmitter } from './events.ts'
import type { Writable } from './streams.ts'

/** What MQTT.js writes to and reads from: a WebSocket as one of Node's streams, as far as MQTT.js asks for it. */
export class Line extends EventEmitter {
  readonly #socket: WebSocket
  /** Packets that wait for the socket to open. */
  #waiting: Uint8Array[] = []
  #isOver = false

  constructor(url: string) {
    super()
    this.#socket = new WebSocket(url, ['mqtt'])
    this.#socket.binaryType = 'arraybuffer'
    this.#socket.onopen = () => this.#send()
    this.#socket.onmessage = ({ data }) => this.#isOver || this.emit('data', new Uint8Array(data))
    this.#socket.onerror = () => this.destroy(new Error('WebSocket error'))
    this.#socket.onclose = () => this.destroy()
  }

  #send(): void {
    if (this.#socket.readyState !== WebSocket.OPEN) return
    for (const packet of this.#waiting.splice(0)) this.#socket.send(packet as Uint8Array<ArrayBuffer>)
  }

  write(packet: Uint8Array): boolean {
    this.#waiting.push(packet)
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
