import { EventEmitter } from './events.ts'

/** As much of Node's streams as MQTT.js calls: pieces that are taken one after another by `_write`. */
export class Writable extends EventEmitter {
  declare _write: (piece: Uint8Array, encoding: 'buffer', done: () => void) => void
  #waiting: Uint8Array[] = []
  #isBusy = false

  write(piece: Uint8Array): void {
    this.#waiting.push(piece)
    this.#next()
  }

  #next(): void {
    const piece = this.#isBusy ? undefined : this.#waiting.shift()
    if (!piece) return
    this.#isBusy = true
    this._write(piece, 'buffer', () => {
      this.#isBusy = false
      this.#next()
    })
  }
}

/** Values that `_read` brings one at a time, and `end` after the last. */
export class Readable extends EventEmitter {
  declare _read: () => void
  #values: unknown[] = []

  push(value: unknown): void {
    if (value === null) queueMicrotask(() => this.emit('end'))
    else this.#values.push(value)
  }

  read(): unknown {
    this._read()
    return this.#values.shift() ?? null
  }
}
