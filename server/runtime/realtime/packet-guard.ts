import type { Clock } from '../clock.ts'

/** Bytes of the longest packet before and after the broker has accepted the client. */
export const packetLimits = { beforeConnack: 4 * 1024, afterConnack: 16 * 1024 } as const

/** MQTT packets of one connection within a second. A page sends CONNECT, SUBSCRIBE and a ping a minute. */
const packetsPerSecond = 10
/** WebSocket frames of one connection within a second: clients may send a packet in a dozen frames. */
const framesPerSecond = 100

type MonotonicClock = Pick<Clock, 'elapsedMs'>

/** Returns a function that counts an event, and returns false once there were more than `max` within a second. */
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

/** Returns a function that counts a WebSocket frame, and returns false once there are too many. */
export const createFrameGuard = (clock: MonotonicClock): (() => boolean) => createPace(clock, framesPerSecond)

/**
 * Watches the bytes of one MQTT connection, since the parser would buffer a packet of any length and answer any number
 * of packets before it reads another connection. Returns false for too many packets, and for bytes of a packet that
 * claims to be too long or has a malformed length.
 */
export function createPacketGuard(clock: MonotonicClock, limit: () => number): (bytes: Buffer) => boolean {
  const isWithinPace = createPace(clock, packetsPerSecond)
  let bodyLeft = 0
  /** The fixed header's bytes so far: its type, then up to four of the length. */
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
