import { createSecretKey, type KeyObject } from 'node:crypto'
import { topicOf } from '@handsfree/core/realtime'
import { base64url, jwtVerify, SignJWT } from 'jose'
import { acceptedKeys, type Keys } from '../keys.ts'

export type BrokerGrant = {
  /** The user name: a traveller's uin or an employee's id. */
  holder: string
  /** Distinguishes travellers from employees, whose ids may be equal. */
  clientId: string
  /** Revoking this token invalidates the password. */
  tokenHash: string
  /** Epoch seconds. */
  expires: number
}

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
  { holder, clientId, tokenHash }: Omit<BrokerGrant, 'expires'>,
  now: Date,
): Promise<string> =>
  new SignJWT({
    username: holder,
    clientid: clientId,
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
    return {
      holder: payload.sub,
      clientId: payload.clientid,
      tokenHash: payload.jti,
      expires: payload.exp,
    }
  } catch {
    return null
  }
}
