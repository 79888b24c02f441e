import { createSecretKey, type KeyObject } from 'node:crypto'
import { topicOf } from '@handsfree/core/realtime'
import { base64url, jwtVerify, SignJWT } from 'jose'
import { acceptedKeys, type Keys } from '../keys.ts'

/** Claims of a broker password. */
export type BrokerGrant = {
  /** The traveller's uin or the employee's id, as the user name. */
  holder: string
  /** Tells a traveller from an employee: their ids may be alike. */
  clientId: string
  /** Hash of its token: when that is dead, so is the password. */
  tokenHash: string
  /** Seconds since 1970. */
  expires: number
}

const goodForSeconds = 3_600
const header = { alg: 'HS256', typ: 'JWT' }

const imported = new Map<string, KeyObject>()

/** The same object for the same key: jose imports a key once for each object. */
function keyOf({ broker }: Keys): KeyObject {
  const key = imported.get(broker) ?? createSecretKey(broker, 'utf8')
  imported.set(broker, key)
  return key
}

/**
 * A stateless password, valid for an hour: a JWT (HS256), with the client id, user name and access list that a broker
 * can check by itself.
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
    .setExpirationTime(Math.floor(now.getTime() / 1000) + goodForSeconds)
    .sign(keyOf(keys))

/** Reads a password of ours; null for any other and for an expired one. Does not check that its token is alive. */
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
    // jose reads padded base64 too; one password has one spelling.
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
