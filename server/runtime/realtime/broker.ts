import type { EventEmitter } from 'node:events'
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { topicOf } from '@handsfree/core/realtime'
import { Aedes, type Client } from 'aedes'
import { createWebSocketStream, type WebSocket, WebSocketServer } from 'ws'
import { systemClock } from '../clock.ts'
import { createClientAddress } from '../http/client-address.ts'
import type { RequestLimits } from '../http/request-limits.ts'
import { newId } from '../random.ts'
import type { Services } from '../services.ts'
import { findGrantRole } from './grant-role.ts'
import { createPace, inBatches } from './line-batches.ts'
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
/** An accepted connection takes about 1 ms. After a lost network, other requests must get a turn. */
const acceptPace = { size: 10, everyMs: 20 }
/** Clients reconnect or refetch 1 s later, so that their requests are spread too. */
const refreshBatches = { size: 25, pauseMs: 50 }
/** Closing takes at most 40 pauses, 2 s. */
const closeBatches = (lines: number) => ({ size: Math.max(100, Math.ceil(lines / 40)), pauseMs: 50 })

export type Broker = {
  /** Handles a server's upgrades at `/mqtt`. */
  attach(server: Server): void
  /** Sends a payload to a client id's connections. Closes connections that don't read. Resolves once it's written. */
  send(clientId: string, payload: string): Promise<void>
  /** Sends a payload to each connected operator. */
  sendToOperators(payload: string): Promise<void>
  closeDead(clientId: string): Promise<void>
  /** Sends a payload to all connections in batches, and closes those with revoked tokens. */
  refreshAll(payload: string): Promise<void>
  lines(): number
  close(): Promise<void>
}

type Session = BrokerGrant & { cancel(): void }

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
  /** Connections by client id, oldest first. */
  const linesOf = new Map<string, Set<Client>>()
  const operatorLines = new Set<Client>()
  const inPace = createPace(systemClock, acceptPace)
  let isClosing = false
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: packetLimits.afterConnack * 2,
    maxFragments,
    perMessageDeflate: false,
    handleProtocols: (offered) => (offered.has('mqtt') ? 'mqtt' : false),
  })

  const retryAfterOf = async (
    request: IncomingMessage,
    count: RequestLimits['countAddress'],
  ): Promise<number | null> => {
    const ip = addressOf(request)
    return requestLimits.isExempt(ip) ? null : count(ip)
  }

  const addSession = (client: Client, session: Session, isOperator: boolean): void => {
    sessions.set(client, session)
    const lines = linesOf.get(session.clientId) ?? new Set()
    linesOf.set(session.clientId, lines.add(client))
    if (isOperator) operatorLines.add(client)
    const [oldest] = lines
    if (oldest && lines.size > connectionsPerAccount) endLine(oldest)
  }

  const removeSession = (client: Client): void => {
    const session = sessions.get(client)
    if (!session) return
    session.cancel()
    sessions.delete(client)
    operatorLines.delete(client)
    const lines = linesOf.get(session.clientId)
    lines?.delete(client)
    if (lines?.size === 0) linesOf.delete(session.clientId)
  }

  const endLine = (client: Client): void => {
    removeSession(client)
    client.conn.destroy()
  }

  /** Clients authenticate again after a failed lookup, because they reconnect. */
  const endIfDead = async (client: Client): Promise<void> => {
    const session = sessions.get(client)
    if (session && (await findGrantRole(callers, session).catch(() => null)) === null) endLine(client)
  }

  const authorise = async (client: Client, username: string, password: string): Promise<boolean> => {
    const grant = await readBrokerPassword(keys, password, now())
    if (
      !grant ||
      grant.device !== null ||
      username !== grant.holder ||
      baseClientId(client.id) !== grant.clientId
    )
      return false
    const count = () => requestLimits.countAccount(grant.tokenHash)
    if (client.req && (await retryAfterOf(client.req, count)) !== null) {
      await requestLimits.hold()
      return false
    }
    const role = await findGrantRole(callers, grant)
    if (role === null) return false
    // A closed stream emits no second `close`, so the session would leak.
    if (client.conn.destroyed) return false
    const left = Math.max(0, grant.expires * 1000 - now().getTime())
    const cancel = clock.later(left, () => client.conn.destroy())
    addSession(client, { ...grant, cancel }, role === 'operator')
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
      if (client) removeSession(client)
    })
    client = aedes.handle(stream, request)
  }

  const acceptWithinLimit = async (request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> => {
    const retryAfter = await retryAfterOf(request, requestLimits.countAddress)
    if (retryAfter !== null) {
      await requestLimits.hold()
      return refuseUpgrade(socket, '429 Too Many Requests', [`Retry-After: ${retryAfter}`])
    }
    inPace(() => {
      if (isClosing) refuseUpgrade(socket, '503 Service Unavailable')
      else if (!socket.destroyed) sockets.handleUpgrade(request, socket, head, accept)
    })
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
        if (isClosing) return refuseUpgrade(socket, '503 Service Unavailable')
        if (!isOwnOrigin(request)) return refuseUpgrade(socket, '403 Forbidden')
        void acceptWithinLimit(request, socket, head)
      })
    },
    send,
    async sendToOperators(payload) {
      const clientIds = [...operatorLines].flatMap((client) => sessions.get(client)?.clientId ?? [])
      for (const clientId of new Set(clientIds)) await send(clientId, payload)
    },
    async closeDead(clientId) {
      for (const client of [...(linesOf.get(clientId) ?? [])]) await endIfDead(client)
    },
    refreshAll: (payload) =>
      inBatches(systemClock, [...linesOf.keys()], refreshBatches, async (clientId) => {
        await send(clientId, payload)
        for (const client of [...(linesOf.get(clientId) ?? [])]) await endIfDead(client)
      }),
    lines: () => sessions.size,
    async close() {
      isClosing = true
      const open = [...sockets.clients]
      await inBatches(systemClock, open, closeBatches(open.length), (socket) => socket.terminate())
      await new Promise<void>((resolve) => aedes.close(resolve))
    },
  }
}
