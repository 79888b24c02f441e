import type { Clock } from '../clock.ts'

/** Maximum packet bytes before and after the broker has accepted the client. */
export const packetLimits = { beforeConnack: 4 * 1024, afterConnack: 16 * 1024 } as const

/** MQTT packets per connection and second. Pages send CONNECT, SUBSCRIBE and a ping per minute. */
const packetsPerSecond = 10
/** WebSocket frames per connection and second. Clients may split a packet into a dozen frames. */
const framesPerSecond = 100

type MonotonicClock = Pick<Clock, 'elapsedMs'>

/** Returns a function that counts an event. It returns false above `max` per second. */
function createPace({ elapsedMs }: MonotonicClock, max: number): () => boolean {
  let since = elapsedMs()
  let count = 0
  return () => {
    const time = elapsedMs()
    if (time - since >= 1_000) {
      since = time
      count = 0
    }
    return ++count <= max
  }
}

export const createFrameGuard = (clock: MonotonicClock): (() => boolean) => createPace(clock, framesPerSecond)

/**
 * Checks the bytes of an MQTT connection before the parser, which buffers packets of any length and handles any
 * number at once. Returns false for too many packets, an excessive declared length, or a malformed length.
 */
export function createPacketGuard(clock: MonotonicClock, limit: () => number): (bytes: Buffer) => boolean {
  const isWithinPace = createPace(clock, packetsPerSecond)
  let bodyLeft = 0
  /** Bytes of the fixed header: the type, then up to four length bytes. */
  let headerBytes = 0
  let length = 0

  return (bytes) => {
    let position = 0
    while (position < bytes.length) {
      if (bodyLeft > 0) {
        const skipped = Math.min(bodyLeft, bytes.length - position)
        bodyLeft -= skipped
        position += skipped
        continue
      }
      const byte = bytes[position++]!
      headerBytes++
      if (headerBytes === 1) {
        if (!isWithinPace()) return false
        continue
      }
      length += (byte & 0x7f) * 128 ** (headerBytes - 2)
      const isLast = (byte & 0x80) === 0
      if (length > limit() || (!isLast && headerBytes === 5)) return false
      if (isLast) {
        bodyLeft = length
        headerBytes = 0
        length = 0
      }
    }
    return true
  }
}
