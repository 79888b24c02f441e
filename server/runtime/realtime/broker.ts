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
/** Milliseconds in which a connection reads what is waiting for it. */
const drainTimeoutMs = 10_000
const longestKeepaliveSeconds = 300
/** Frames of one WebSocket message: clients send each in one. */
const maxFragments = 4
/** Devices of one account that may be connected at once; a further one disconnects the oldest. */
const connectionsPerAccount = 8

export type Broker = {
  /** Handles the upgrade requests of a server at `/mqtt`. */
  attach(server: Server): void
  /** Sends a payload to the connections of a client id, and closes one that doesn't read. Resolves once it is written. */
  send(clientId: string, payload: string): Promise<void>
  /** Closes the connections of a client id whose token is dead. */
  closeDead(clientId: string): Promise<void>
  closeAll(): void
  /** How many connections are open. */
  lines(): number
  close(): Promise<void>
}

type Session = BrokerGrant & { cancel(): void }

const refusal = (message: string) => Object.assign(new Error(message), { returnCode: 5 as const })

/** A client id as its owner knows it: `TMS-<uin>` or `EMP-<employee>`, without our suffix. Null for any other. */
const ownId = (clientId: string): string | null =>
  /^((?:TMS|EMP)-[\w-]{1,64})(?:#|$)/.exec(clientId)?.[1] ?? null

/**
 * MQTT 3.1.1 over WebSocket. A traveller connects with the user name and password of the account as `TMS-<uin>` only, a
 * site worker or courier as `EMP-<employee>`; each reads the own topic only, and publishes nothing. Its connection ends with the password or the token. Several devices
 * of one account get different ids inside, so that they do not disconnect each other.
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

  /** Seconds to wait when a count is over its limit; null within it. */
  const overLimit = (request: IncomingMessage, count: (ip: string) => number | null): number | null => {
    const ip = addressOf(request)
    return requestLimits.isExempt(ip) ? null : count(ip)
  }

  const makeRoom = (clientId: string): void => {
    const own = [...sessions].filter(([, session]) => session.clientId === clientId)
    for (const [client] of own.slice(0, Math.max(0, own.length - connectionsPerAccount)))
      client.conn.destroy()
  }

  const isAlive = async ({ clientId, holder, tokenHash }: BrokerGrant): Promise<boolean> => {
    if (clientId === brokerClientId(holder)) return callers.isTokenAlive(tokenHash)
    if (clientId !== employeeClientId(holder)) return false
    return (await callers.findEmployee(tokenHash))?.employeeId === holder
  }

  const authorise = async (client: Client, username: string, password: string): Promise<boolean> => {
    const grant = await readBrokerPassword(keys, password, now())
    if (!grant || username !== grant.holder || ownId(client.id) !== grant.clientId) return false
    if (client.req && overLimit(client.req, () => requestLimits.countAccount(grant.tokenHash)) !== null) {
      await requestLimits.hold()
      return false
    }
    if (!(await isAlive(grant))) return false
    // The stream of a closed connection emits no second event.
    if (client.conn.destroyed) return false
    const left = Math.max(0, grant.expires * 1000 - now().getTime())
    const cancel = clock.later(left, () => client.conn.destroy())
    sessions.set(client, { ...grant, cancel })
    makeRoom(grant.clientId)
    return true
  }

  const aedes = await Aedes.createBroker({
    // A message to a connection that doesn't read holds up no message to others.
    concurrency: 0,
    drainTimeout: drainTimeoutMs,
    connectTimeout: connectTimeoutMs,
    keepaliveLimit: longestKeepaliveSeconds,
    preConnect(_client, packet, callback) {
      if (packet.clientId !== ownId(packet.clientId) || packet.will)
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
    authorizePublish: (_client, _packet, callback) => callback(refusal('clients publish nothing')),
    authorizeForward(client, packet) {
      const session = sessions.get(client)
      if (!session || packet.topic !== topicOf(session.clientId)) return null
      if (!client.conn.writableNeedDrain) return packet
      client.conn.destroy()
      return null
    },
  })

  // A lost hint is harmless; an error event without a listener would end the server.
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
    // The stream listens to the first error only.
    socket.on('error', () => {})
    // Registered before the stream's own listener, so the parser never gets what is too long or too much.
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

  return {
    attach(server) {
      handleUpgrades(server, path, (request, socket, head) => {
        if (aedes.closed) return refuseUpgrade(socket, '503 Service Unavailable')
        if (!isOwnOrigin(request)) return refuseUpgrade(socket, '403 Forbidden')
        const retryAfter = overLimit(request, requestLimits.countAddress)
        if (retryAfter !== null) {
          const refuse = () => refuseUpgrade(socket, '429 Too Many Requests', [`Retry-After: ${retryAfter}`])
          return void requestLimits.hold().then(refuse)
        }
        sockets.handleUpgrade(request, socket, head, accept)
      })
    },
    async send(clientId, payload) {
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
    },
    async closeDead(clientId) {
      for (const [client, session] of sessions) {
        if (session.clientId === clientId && !(await isAlive(session))) client.conn.destroy()
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
