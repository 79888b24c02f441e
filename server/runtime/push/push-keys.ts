import { createECDH } from 'node:crypto'
import type { Random } from '../random.ts'

/** VAPID keys as base64url, and the operator's address for the push services. */
export type PushSettings = { publicKey: string; privateKey: string; subject: string }

const curve = 'prime256v1'
const keyBytes = 32

/** The public key that belongs to a private one, both as base64url. Null for an invalid private key. */
export function publicKeyOf(privateKey: string): string | null {
  const keys = createECDH(curve)
  try {
    keys.setPrivateKey(Buffer.from(privateKey, 'base64url'))
    return keys.getPublicKey().toString('base64url')
  } catch {
    return null
  }
}

/** A new private key as base64url. Few numbers of its length aren't one. */
export function newPrivateKey(random: Random): string {
  const key = random.bytes(keyBytes).toString('base64url')
  return publicKeyOf(key) === null ? newPrivateKey(random) : key
}

/** Whether 65 bytes as base64url are a point of the curve, so that a message can be encrypted for it. */
export function isPublicKey(key: string): boolean {
  const keys = createECDH(curve)
  keys.setPrivateKey(Buffer.alloc(keyBytes, 1))
  try {
    keys.computeSecret(Buffer.from(key, 'base64url'))
    return Buffer.from(key, 'base64url').length === 65
  } catch {
    return false
  }
}
