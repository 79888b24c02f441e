/** Bytes of the longest packet before and after the broker has accepted the client. */
export const packetLimits = { beforeConnack: 4 * 1024, afterConnack: 16 * 1024 } as const

/**
 * Watches the bytes of one MQTT connection, since the parser would buffer a packet of any length. Returns false for
 * bytes of a packet that claims to be too long, or has a malformed length.
 */
export function createPacketGuard(limit: () => number): (bytes: Buffer) => boolean {
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
      if (headerBytes === 1) continue
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
