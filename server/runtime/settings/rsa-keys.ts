import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'

const minBits = 2048

/** Reads a key as PEM or as its base64 alone, on one line or several. */
const bytesOf = (text: string): Buffer =>
  Buffer.from(text.replaceAll(/-----[^-]+-----|\\n|\s/g, ''), 'base64')

function pemOf(read: (() => KeyObject)[]): string | null {
  for (const one of read) {
    try {
      const key = one()
      if (key.asymmetricKeyType !== 'rsa' || (key.asymmetricKeyDetails?.modulusLength ?? 0) < minBits)
        continue
      return String(key.export({ type: key.type === 'private' ? 'pkcs8' : 'spki', format: 'pem' }))
    } catch {
      // The next format may fit.
    }
  }
  return null
}

/** Returns an RSA private key of 2048 bits or more as PKCS #8, or null. Reads PKCS #1 too. */
export const rsaPrivateKeyPem = (text: string): string | null => {
  const key = bytesOf(text)
  return pemOf([
    () => createPrivateKey({ key, format: 'der', type: 'pkcs8' }),
    () => createPrivateKey({ key, format: 'der', type: 'pkcs1' }),
  ])
}

/** Returns an RSA public key of 2048 bits or more as SPKI, or null. */
export const rsaPublicKeyPem = (text: string): string | null => {
  const key = bytesOf(text)
  return pemOf([() => createPublicKey({ key, format: 'der', type: 'spki' })])
}

/** Returns the public half of a private key, both as PEM. */
export const publicHalfOf = (privateKey: string): string =>
  String(createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }))
