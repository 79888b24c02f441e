import type { EventEmitter } from 'node:events'
import type { IncomingMessage, Server } from 'node:http'
import { brokerClientId, employeeClientId, topicOf } from '@handsfree/core/realtime'
import { Aedes, type Client } from 'aedes'
import { createWebSocketStream, type WebSocket, WebSocketServer } from 'ws'
import { createClientAddress } from '../http/client-address.ts'
import { newId } from '../random.ts'
import type { Services } from '../services.ts'
import { createFrameGuard, createPacketGuard, packetLimits } from './packet-guard.ts'
import { type BrokerGrant, readBrokerPassword } from './password.ts'
import { handleUpgrades, isOwnOrigin, refuseUpgrade } from './upgrades.ts'

const path = '/mqtt'
const connectTimeoutMs = 10_000
/** Milliseconds for a client to read pending data. */
const drainTimeoutMs = 10_000
const maxKeepaliveSeconds = 300
/** WebSocket frames per message; clients send one. */
const maxFragments = 4
/** Maximum connections per account; another one disconnects the oldest. */
const connectionsPerAccount = 8

export type Broker = {
  /** Handles a server's upgrades at `/mqtt`. */
  attach(server: Server): void
  /** Sends a payload to a client id's connections. Closes connections that don't read. Resolves once it's written. */
  send(clientId: string, payload: string): Promise<void>
  /** Sends a payload to each connected operator. */
  sendToOperators(payload: string): Promise<void>
  closeDead(clientId: string): Promise<void>
  closeAll(): void
  lines(): number
  close(): Promise<void>
}

type Session = BrokerGrant & { isOperator: boolean; cancel(): void }

const refusal = (message: string) => Object.assign(new Error(message), { returnCode: 5 as const })

/** Strips our suffix from `TMS-<uin>` or `EMP-<employee>`. Null for any other id. */
const baseClientId = (clientId: string): string | null =>
  /^((?:TMS|EMP)-[\w-]{1,64})(?:#|$)/.exec(clientId)?.[1] ?? null

/**
 * MQTT 3.1.1 over WebSocket. Travellers connect as `TMS-<uin>`, employees as `EMP-<employee>`. Clients can only
 * subscribe to their own topic and can't publish. The connection ends when the password or the token expires. Each
 * device gets a unique internal id, so that devices of an account don't disconnect each other.
 */
export async function createBroker({
  callers,
  keys,
  now,
  clock,
  random,
  settings,
  requestLimits,
}: Pick<
  Services,
  'callers' | 'keys' | 'now' | 'clock' | 'random' | 'settings' | 'requestLimits'
>): Promise<Broker> {
  const { addressOf } = createClientAddress(settings.trustedProxy)
  const sessions = new Map<Client, Session>()
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: packetLimits.afterConnack * 2,
    maxFragments,
    perMessageDeflate: false,
    handleProtocols: (offered) => (offered.has('mqtt') ? 'mqtt' : false),
  })

  const retryAfterOf = (request: IncomingMessage, count: (ip: string) => number | null): number | null => {
    const ip = addressOf(request)
    return requestLimits.isExempt(ip) ? null : count(ip)
  }

  const makeRoom = (clientId: string): void => {
    const own = [...sessions].filter(([, session]) => session.clientId === clientId)
    for (const [client] of own.slice(0, Math.max(0, own.length - connectionsPerAccount)))
      client.conn.destroy()
  }

  /** The role of an employee, or `traveller`. Null if the token was revoked. */
  const findRole = async ({ clientId, holder, tokenHash }: BrokerGrant) => {
    if (clientId === brokerClientId(holder)) {
      return (await callers.isTokenAlive(tokenHash)) ? 'traveller' : null
    }
    if (clientId !== employeeClientId(holder)) return null
    const employee = await callers.findEmployee(tokenHash)
    return employee?.employeeId === holder ? employee.role : null
  }

  const authorise = async (client: Client, username: string, password: string): Promise<boolean> => {
    const grant = await readBrokerPassword(keys, password, now())
    if (!grant || username !== grant.holder || baseClientId(client.id) !== grant.clientId) return false
    if (client.req && retryAfterOf(client.req, () => requestLimits.countAccount(grant.tokenHash)) !== null) {
      await requestLimits.hold()
      return false
    }
    const role = await findRole(grant)
    if (role === null) return false
    // A closed stream emits no second `close`, so the session would leak.
    if (client.conn.destroyed) return false
    const left = Math.max(0, grant.expires * 1000 - now().getTime())
    const cancel = clock.later(left, () => client.conn.destroy())
    sessions.set(client, { ...grant, isOperator: role === 'operator', cancel })
    makeRoom(grant.clientId)
    return true
  }

  const aedes = await Aedes.createBroker({
    // Unlimited, so that a slow reader doesn't block messages to others.
    concurrency: 0,
    drainTimeout: drainTimeoutMs,
    connectTimeout: connectTimeoutMs,
    keepaliveLimit: maxKeepaliveSeconds,
    preConnect(_client, packet, callback) {
      if (packet.clientId !== baseClientId(packet.clientId) || packet.will)
        return callback(refusal('not authorized'), false)
      packet.clientId = `${packet.clientId}#${newId(random)}`
      packet.clean = true
      callback(null, true)
    },
    authenticate(client, username, password, done) {
      authorise(client, username ?? '', password?.toString() ?? '').then(
        (allowed) => done(null, allowed),
        () => done(refusal('not authorized'), false),
      )
    },
    authorizeSubscribe(client, subscription, callback) {
      const session = sessions.get(client)
      callback(null, session && subscription.topic === topicOf(session.clientId) ? subscription : null)
    },
    authorizePublish: (_client, _packet, callback) => callback(refusal('clients may not publish')),
    authorizeForward(client, packet) {
      const session = sessions.get(client)
      if (!session || packet.topic !== topicOf(session.clientId)) return null
      if (!client.conn.writableNeedDrain) return packet
      client.conn.destroy()
      return null
    },
  })

  // Lost hints are harmless, but an unhandled error event would crash the process.
  const failures: EventEmitter = aedes
  failures.on('error', () => {})

  const accept = (socket: WebSocket, request: IncomingMessage): void => {
    let client: Client | null = null
    const isWithinLimit = createPacketGuard(clock, () =>
      client?.connected ? packetLimits.afterConnack : packetLimits.beforeConnack,
    )
    const isWithinPace = createFrameGuard(clock)
    const closeUnless = (isWithin: boolean) => {
      if (!isWithin) stream.destroy()
    }
    // The stream only handles the first error.
    socket.on('error', () => {})
    // Must be registered before the stream's listener, so that the parser never gets oversized or excess data.
    socket.on('message', (data) => closeUnless(isWithinPace() && isWithinLimit(data as Buffer)))
    for (const control of ['ping', 'pong'] as const) socket.on(control, () => closeUnless(isWithinPace()))
    const stream = createWebSocketStream(socket)
    stream.on('error', () => {})
    stream.once('close', () => {
      socket.terminate()
      const session = client && sessions.get(client)
      if (!client || !session) return
      session.cancel()
      sessions.delete(client)
    })
    client = aedes.handle(stream, request)
  }

  const send = async (clientId: string, payload: string): Promise<void> => {
    if (aedes.closed) return
    const packet = {
      cmd: 'publish',
      topic: topicOf(clientId),
      payload,
      qos: 0,
      retain: false,
      dup: false,
    } as const
    await new Promise<void>((resolve) => aedes.publish(packet, () => resolve()))
  }

  return {
    attach(server) {
      handleUpgrades(server, path, (request, socket, head) => {
        if (aedes.closed) return refuseUpgrade(socket, '503 Service Unavailable')
        if (!isOwnOrigin(request)) return refuseUpgrade(socket, '403 Forbidden')
        const retryAfter = retryAfterOf(request, requestLimits.countAddress)
        if (retryAfter !== null) {
          const refuse = () => refuseUpgrade(socket, '429 Too Many Requests', [`Retry-After: ${retryAfter}`])
          return void requestLimits.hold().then(refuse)
        }
        sockets.handleUpgrade(request, socket, head, accept)
      })
    },
    send,
    async sendToOperators(payload) {
      const operators = [...sessions.values()].filter(({ isOperator }) => isOperator)
      for (const clientId of new Set(operators.map((session) => session.clientId)))
        await send(clientId, payload)
    },
    async closeDead(clientId) {
      for (const [client, session] of sessions) {
        if (session.clientId === clientId && (await findRole(session)) === null) client.conn.destroy()
      }
    },
    closeAll() {
      for (const client of sessions.keys()) client.conn.destroy()
    },
    lines: () => sessions.size,
    async close() {
      for (const socket of sockets.clients) socket.terminate()
      await new Promise<void>((resolve) => aedes.close(resolve))
    },
  }
}
