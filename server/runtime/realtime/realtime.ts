import type { Server } from 'node:http'
import { brokerClientId, employeeClientId, topicOf } from '@handsfree/core/realtime'
import mqtt from 'mqtt'
import { wait } from '../clock.ts'
import type { Realtime, Services } from '../services.ts'
import { createBroker } from './broker.ts'
import { localBus, postgresBus } from './hint-bus.ts'

export type OpenRealtime = Realtime & {
  /** Serves `/mqtt` on that server; does nothing with an external broker. */
  attach(server: Server): void
  /** Open connections of travellers' pages to this instance; 0 with an external broker. */
  lines(): number
  close(): Promise<void>
}

type Given = Pick<
  Services,
  'callers' | 'settings' | 'keys' | 'now' | 'clock' | 'random' | 'requestLimits'
> & {
  warn(message: string): void
}

/** How long closing a dead connection waits for its last hint, in milliseconds: one that isn't read can't hold it up. */
const maxHintMs = 250

const unreadChanged = JSON.stringify({ code: 0 })
const orderChanged = (orderId: string) => JSON.stringify({ code: 1, orderId })

/** Our own broker. Hints reach it over a bus, since another instance may hold the traveller's connection. */
async function ownBroker({ settings, warn, ...given }: Given): Promise<OpenRealtime> {
  const broker = await createBroker({ settings, ...given })
  const closeDead = async (clientId: string): Promise<void> => {
    // A page that reads with a dead token leaves at once; one that lost its line tries to connect first.
    await Promise.race([broker.send(clientId, unreadChanged), wait(given.clock, maxHintMs)])
    await broker.closeDead(clientId).catch(() => broker.closeAll())
  }
  const bus = settings.databaseUrl
    ? await postgresBus(settings.postgres.directUrl ?? settings.databaseUrl, warn)
    : localBus()
  bus.onHint((hint) => {
    switch (hint.kind) {
      case 'unread':
        return broker.send(brokerClientId(hint.uin), unreadChanged)
      case 'order':
        return broker.send(brokerClientId(hint.uin), orderChanged(hint.orderId))
      case 'employee':
        return broker.send(employeeClientId(hint.employeeId), unreadChanged)
      case 'disconnect':
        return closeDead(brokerClientId(hint.uin))
      case 'disconnectEmployee':
        return closeDead(employeeClientId(hint.employeeId))
    }
  })
  // A client that reconnects reads everything again: cheaper than to find out what was lost.
  bus.onGap(() => broker.closeAll())
  return {
    unreadChanged: (uin) => bus.publish({ kind: 'unread', uin }),
    orderChanged: (uin, orderId) => bus.publish({ kind: 'order', uin, orderId }),
    disconnect: (uin) => bus.publish({ kind: 'disconnect', uin }),
    employeeHint: (employeeId) => bus.publish({ kind: 'employee', employeeId }),
    disconnectEmployee: (employeeId) => bus.publish({ kind: 'disconnectEmployee', employeeId }),
    check: bus.check,
    lines: broker.lines,
    attach: broker.attach,
    async close() {
      await bus.close()
      await broker.close()
    },
  }
}

/**
 * An external broker, which every instance publishes to. It checks clients by the JWT that is their password. It does
 * not know that a token is dead: a hint makes the account's pages read, and one with a dead token leaves by itself. Any
 * other client is disconnected when its password ends, within the hour.
 */
function externalBroker(url: string, warn: (message: string) => void): OpenRealtime {
  const client = mqtt.connect(url, { reconnectPeriod: 1_000, connectTimeout: 10_000, queueQoSZero: false })
  let isWarned = false
  let reason = 'the connection ended'
  client.on('connect', () => {
    isWarned = false
    reason = 'the connection ended'
  })
  client.on('error', (error) => {
    reason = ('code' in error && typeof error.code === 'string' && error.code) || error.message
  })
  client.on('close', () => {
    if (!isWarned) warn(`The broker of MQTT_URL is not connected (${reason}); trying again every second.`)
    isWarned = true
  })
  const publish = (clientId: string, payload: string) =>
    client.publish(topicOf(clientId), payload, { qos: 0 }, () => {})
  const send = (uin: string, payload: string) => publish(brokerClientId(uin), payload)
  const sendToEmployee = (employeeId: string) => publish(employeeClientId(employeeId), unreadChanged)
  return {
    unreadChanged: (uin) => send(uin, unreadChanged),
    orderChanged: (uin, orderId) => send(uin, orderChanged(orderId)),
    disconnect: (uin) => send(uin, unreadChanged),
    employeeHint: sendToEmployee,
    disconnectEmployee: sendToEmployee,
    async check() {
      if (!client.connected) throw new Error('the broker of MQTT_URL is not connected')
    },
    lines: () => 0,
    attach: () => {},
    close: () => client.endAsync(true),
  }
}

/** The connection to travellers' open pages: our own broker, or the one of `MQTT_URL`. */
export const openRealtime = async (given: Given): Promise<OpenRealtime> =>
  given.settings.mqttUrl ? externalBroker(given.settings.mqttUrl, given.warn) : ownBroker(given)
