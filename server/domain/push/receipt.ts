import { createHmac, timingSafeEqual } from 'node:crypto'
import { acceptedKeys, type Keys } from '../../runtime/keys.ts'

const idBytes = 12

const signatureOf = (keys: Keys, id: Buffer): Buffer =>
  createHmac('sha256', keys.pushes).update(id).digest().subarray(0, 16)

/** The message's id, signed. Only the device that decrypts the message knows it. */
export function receiptOf(keys: Keys, pushId: string): string {
  const id = Buffer.from(pushId, 'hex')
  return Buffer.concat([id, signatureOf(keys, id)]).toString('base64url')
}

/** Id of the push message that a receipt belongs to. Null for a forged one. */
export function readReceipt(keys: Keys, receipt: string): string | null {
  const bytes = Buffer.from(receipt, 'base64url')
  const id = bytes.subarray(0, idBytes)
  const signature = bytes.subarray(idBytes)
  const isValid = acceptedKeys(keys).some((one) => {
    const wanted = signatureOf(one, id)
    return wanted.length === signature.length && timingSafeEqual(wanted, signature)
  })
  return isValid ? id.toString('hex') : null
}
