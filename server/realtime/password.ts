import { createHmac, timingSafeEqual } from 'node:crypto'
import { brokerClientId, brokerTopic } from '@handsfree/core/realtime'
import * as v from 'valibot'
import type { Keys } from '../keys.ts'

/** What a broker password says of its bearer. */
export type BrokerGrant = {
  uin: string
  /** The token that it was given for: when that is dead, so is the password. */
  tokenHash: string
  /** Seconds since 1970. */
  expires: number
}

const goodForSeconds = 3_600

const Claims = v.object({ sub: v.string(), jti: v.string(), exp: v.number() })

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const header = encode({ alg: 'HS256', typ: 'JWT' })
const sign = (keys: Keys, text: string): string =>
  createHmac('sha256', keys.broker).update(text).digest('base64url')

/**
 * A password that ends in an hour and needs no memory: a JWT (HS256), with the client id, user name and access list
 * that brokers such as EMQX check by themselves when they stand in for ours.
 */
export function brokerPassword(keys: Keys, uin: string, tokenHash: string, now: Date): string {
  const claims = encode({
    sub: uin,
    jti: tokenHash,
    exp: Math.floor(now.getTime() / 1000) + goodForSeconds,
    username: uin,
    clientid: brokerClientId(uin),
    acl: { pub: [], sub: [brokerTopic(uin)], all: [] },
  })
  return `${header}.${claims}.${sign(keys, `${header}.${claims}`)}`
}

/** Reads a password of ours; null when it is not, or when it has ended. Whether its token lives is not looked at. */
export function readBrokerPassword(keys: Keys, password: string, now: Date): BrokerGrant | null {
  const [head, claims = '', signature = '', ...rest] = password.split('.')
  if (head !== header || rest.length > 0) return null
  const expected = Buffer.from(sign(keys, `${head}.${claims}`))
  const given = Buffer.from(signature)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
  const { sub, jti, exp } = v.parse(Claims, JSON.parse(Buffer.from(claims, 'base64url').toString()))
  return exp * 1000 > now.getTime() ? { uin: sub, tokenHash: jti, expires: exp } : null
}
