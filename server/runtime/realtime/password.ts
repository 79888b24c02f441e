import { createSecretKey, type KeyObject } from 'node:crypto'
import { topicOf } from '@handsfree/core/realtime'
import { base64url, jwtVerify, SignJWT } from 'jose'
import { acceptedKeys, type Keys } from '../keys.ts'

export type BrokerGrant = {
  /** The user name: a traveller's uin or an employee's id. */
  holder: string
  /** Distinguishes travellers from employees, whose ids may be equal. */
  clientId: string
  /** Separates the devices of an account at an external broker; null at the built-in one. */
  device: string | null
  /** Revoking this token invalidates the password. */
  tokenHash: string
  /** Epoch seconds. */
  expires: number
}

/** A user name or client id with its device. */
export const withDevice = (id: string, device: string | null): string =>
  device === null ? id : `${id}.${device}`

const validForSeconds = 3_600
const header = { alg: 'HS256', typ: 'JWT' }

const keyCache = new Map<string, KeyObject>()

/** Cached, because jose caches imports by key object. */
function keyOf({ broker }: Keys): KeyObject {
  const key = keyCache.get(broker) ?? createSecretKey(broker, 'utf8')
  keyCache.set(broker, key)
  return key
}

/**
 * Creates a stateless password, valid for an hour: a JWT (HS256) with client id, user name and ACL, so that an
 * external broker can verify it.
 */
export const brokerPassword = (
  keys: Keys,
  {
    holder,
    clientId,
    device = null,
    tokenHash,
  }: Omit<BrokerGrant, 'expires' | 'device'> & Partial<Pick<BrokerGrant, 'device'>>,
  now: Date,
): Promise<string> =>
  new SignJWT({
    username: withDevice(holder, device),
    clientid: withDevice(clientId, device),
    acl: { pub: [], sub: [topicOf(clientId)], all: [] },
  })
    .setProtectedHeader(header)
    .setSubject(holder)
    .setJti(tokenHash)
    .setExpirationTime(Math.floor(now.getTime() / 1000) + validForSeconds)
    .sign(keyOf(keys))

/** Verifies a password. Null if it's invalid or expired. Doesn't check the token. */
export async function readBrokerPassword(
  keys: Keys,
  password: string,
  now: Date,
): Promise<BrokerGrant | null> {
  for (const accepted of acceptedKeys(keys)) {
    const grant = await readSigned(accepted, password, now)
    if (grant) return grant
  }
  return null
}

async function readSigned(keys: Keys, password: string, now: Date): Promise<BrokerGrant | null> {
  const signature = password.slice(password.lastIndexOf('.') + 1)
  try {
    const { payload } = await jwtVerify<{ sub: string; clientid: string; jti: string; exp: number }>(
      password,
      keyOf(keys),
      {
        algorithms: [header.alg],
        typ: header.typ,
        requiredClaims: ['sub', 'clientid', 'jti', 'exp'],
        currentDate: now,
      },
    )
    // jose also accepts padded base64; require the canonical form.
    if (base64url.encode(base64url.decode(signature)) !== signature) return null
    const [clientId, device = null] = payload.clientid.split('.')
    return {
      holder: payload.sub,
      clientId: clientId ?? '',
      device,
      tokenHash: payload.jti,
      expires: payload.exp,
    }
  } catch {
    return null
  }
}
