import { createHash } from 'node:crypto'

/** Public id of a device. Token hashes are never sent to other devices. */
export const deviceIdOf = (tokenHash: string): string =>
  createHash('sha256').update(`device ${tokenHash}`).digest('hex').slice(0, 24)
