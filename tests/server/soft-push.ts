import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { PushMessage } from '@handsfree/core/contract'
import * as v from 'valibot'
import type { PushRequest } from '../../server/runtime/push/push-request.ts'
import { listenHere } from '../listen-here.ts'

/** The origin of Chrome's push service, which the test server never reaches. */
export const pushOrigin = 'https://fcm.googleapis.com'

const derive = (salt: Buffer, key: Buffer, info: Buffer | string, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, info, length))

/** A device with a push subscription, which decrypts what is sent to it (RFC 8291). */
export function createPushDevice(origin = pushOrigin, path = `/fcm/send/${randomBytes(16).toString('hex')}`) {
  const keys = createECDH('prime256v1')
  const publicKey = keys.generateKeys()
  const auth = randomBytes(16)
  const endpoint = `${origin}${path}`
  return {
    endpoint,
    subscription: {
      endpoint,
      keys: { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') },
    },
    /** The message in a request's body. Throws for one that isn't for this device. */
    decrypt(body: Buffer): PushMessage {
      const salt = body.subarray(0, 16)
      const end = 21 + body.readUInt8(20)
      const senderKey = body.subarray(21, end)
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, senderKey])
      const secret = derive(auth, keys.computeSecret(senderKey), info, 32)
      const key = derive(salt, secret, 'Content-Encoding: aes128gcm\0', 16)
      const nonce = derive(salt, secret, 'Content-Encoding: nonce\0', 12)
      const decipher = createDecipheriv('aes-128-gcm', key, nonce)
      decipher.setAuthTag(body.subarray(-16))
      const padded = Buffer.concat([decipher.update(body.subarray(end, -16)), decipher.final()])
      const text = padded.subarray(0, padded.lastIndexOf(2)).toString()
      return v.parse(v.pipe(v.string(), v.parseJson(), PushMessage), text)
    },
  }
}
export type PushDevice = ReturnType<typeof createPushDevice>

/** The messages of a device, out of all requests, oldest first. */
export const messagesTo = (device: PushDevice, pushes: readonly PushRequest[]): PushMessage[] =>
  pushes.filter(({ endpoint }) => endpoint === device.endpoint).map(({ body }) => device.decrypt(body))

/** Checks a request's signature like a push service (RFC 8292). Returns its claims and key; null for an invalid one. */
export function readVapid(authorization = ''): { aud: string; exp: number; sub: string; key: string } | null {
  const [, token = '', key = ''] = /^vapid t=([^,]+), k=([\w-]+)$/.exec(authorization) ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  if (point.length !== 65) return null
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  const publicKey = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x: x!, y: y! } })
  const signed = Buffer.from(`${head}.${claims}`)
  const isValid = verify(
    'sha256',
    signed,
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  return isValid ? { ...JSON.parse(Buffer.from(claims, 'base64url').toString()), key } : null
}

type Answer = { status?: number; headers?: Record<string, string>; body?: string }

/**
 * A push service on this machine for `PUSH_TEST_HOST`. It refuses requests without a valid signature or the headers of
 * RFC 8030. `answer` decides about the others.
 */
export async function startPushService(answer: (push: PushRequest) => Answer = () => ({})) {
  const pushes: PushRequest[] = []
  const server = createServer(async (request, response) => {
    const body = await buffer(request)
    const { authorization, ttl, urgency, topic } = request.headers
    const vapid = readVapid(authorization)
    const isValid =
      request.method === 'POST' &&
      vapid?.aud === `http://${request.headers.host}` &&
      /^\d+$/.test(String(ttl)) &&
      ['high', 'normal', 'low'].includes(String(urgency)) &&
      /^[\w-]{1,32}$/.test(String(topic)) &&
      request.headers['content-encoding'] === 'aes128gcm' &&
      body.length <= 4_096
    if (!isValid) return response.writeHead(401).end()
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    )
    const push = { endpoint: `http://${request.headers.host}${request.url}`, headers, body }
    const { status = 201, headers: sent = {}, body: text = '' } = answer(push)
    if (status === 201) pushes.push(push)
    response.writeHead(status, sent).end(text)
  })
  const host = `127.0.0.1:${await listenHere(server)}`
  return {
    /** For `PUSH_TEST_HOST`. */
    host,
    origin: `http://${host}`,
    /** Accepted requests, oldest first. */
    pushes,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
