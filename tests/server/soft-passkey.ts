import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'
import type { CreatedPasskey, UsedPasskey } from '@handsfree/core/contract'

const flags = { present: 0x01, verified: 0x04, hasKey: 0x40 }
const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const base64Url = (data: Buffer | string) => Buffer.from(data).toString('base64url')

const bytesHeader = (length: number) => Buffer.from([0x59, length >> 8, length & 255])
const cborText = (text: string) => Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)])

/** Changes by an attacker or a broken device. */
export type Deviation = { origin?: string; counter?: number; isVerified?: boolean }

/** An authenticator in software with one ES256 passkey, for a site's origin. */
export function createSoftPasskey(siteOrigin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const credentialId = randomBytes(32)
  const id = base64Url(credentialId)
  const credential = { id, rawId: id, type: 'public-key' as const }
  let counter = 0

  const clientData = (type: string, challenge: string, origin: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const authenticatorData = (extraFlags: number, count: number) => {
    const head = Buffer.alloc(5)
    head.writeUInt8(flags.present | extraFlags)
    head.writeUInt32BE(count, 1)
    return Buffer.concat([sha256(new URL(siteOrigin).hostname), head])
  }

  return {
    create(
      { challenge }: { challenge: string },
      { origin = siteOrigin, isVerified = true }: Deviation = {},
    ): CreatedPasskey {
      const coseKey = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y, 'base64url'),
      ])
      const data = Buffer.concat([
        authenticatorData(flags.hasKey | (isVerified ? flags.verified : 0), counter),
        Buffer.alloc(16),
        Buffer.from([0, credentialId.length]),
        credentialId,
        coseKey,
      ])
      const attestationObject = Buffer.concat([
        Buffer.from([0xa3]),
        cborText('fmt'),
        cborText('none'),
        cborText('attStmt'),
        Buffer.from([0xa0]),
        cborText('authData'),
        bytesHeader(data.length),
        data,
      ])
      return {
        ...credential,
        response: {
          clientDataJSON: base64Url(clientData('webauthn.create', challenge, origin)),
          attestationObject: base64Url(attestationObject),
          transports: ['internal'],
        },
      }
    },
    use(
      { challenge }: { challenge: string },
      { origin = siteOrigin, isVerified = true, counter: count = ++counter }: Deviation = {},
    ): UsedPasskey {
      const data = authenticatorData(isVerified ? flags.verified : 0, count)
      const client = clientData('webauthn.get', challenge, origin)
      const signature = createSign('sha256')
        .update(Buffer.concat([data, sha256(client)]))
        .sign(privateKey)
      return {
        ...credential,
        response: {
          clientDataJSON: base64Url(client),
          authenticatorData: base64Url(data),
          signature: base64Url(signature),
        },
      }
    },
  }
}
