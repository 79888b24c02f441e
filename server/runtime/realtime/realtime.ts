import type { Server } from 'node:http'
import { brokerClientId, employeeClientId, topicOf } from '@handsfree/core/realtime'
import mqtt from 'mqtt'
import { wait } from '../clock.ts'
import type { Realtime, Services } from '../services.ts'
import { createBroker } from './broker.ts'
import { createLocalBus, openPostgresBus } from './hint-bus.ts'

export type OpenRealtime = Realtime & {
  /** Serves `/mqtt`. A no-op with an external broker. */
  attach(server: Server): void
  /** Open connections of this instance; 0 with an external broker. */
  lines(): number
  close(): Promise<void>
}

type RealtimeServices = Pick<
  Services,
  'callers' | 'settings' | 'keys' | 'now' | 'clock' | 'random' | 'requestLimits'
> & {
  warn(message: string): void
}

/** Maximum wait in ms for the last hint before closing a connection, in case the client doesn't read. */
const maxHintMs = 250

const unreadChanged = JSON.stringify({ code: 0 })
const everythingChanged = JSON.stringify({ code: 2 })
const orderChanged = (orderId: string) => JSON.stringify({ code: 1, orderId })

/** The built-in broker. Hints go over a bus, because another instance may have the connection. */
async function openOwnBroker({ settings, warn, ...given }: RealtimeServices): Promise<OpenRealtime> {
  const broker = await createBroker({ settings, ...given })
  const closeDead = async (clientId: string): Promise<void> => {
    // A hint makes pages with a revoked token sign out immediately; after a mere disconnect they'd reconnect first.
    await Promise.race([broker.send(clientId, unreadChanged), wait(given.clock, maxHintMs)])
    await broker.closeDead(clientId)
  }
  const bus = settings.databaseUrl
    ? await openPostgresBus(settings.postgres.directUrl ?? settings.databaseUrl, warn)
    : createLocalBus()
  bus.onHint((hint) => {
    switch (hint.kind) {
      case 'unread':
        return broker.send(brokerClientId(hint.uin), unreadChanged)
      case 'order':
        return broker.send(brokerClientId(hint.uin), orderChanged(hint.orderId))
      case 'employee':
        return broker.send(employeeClientId(hint.employeeId), unreadChanged)
      case 'operators':
        return broker.sendToOperators(orderChanged(hint.orderId))
      case 'disconnect':
        return closeDead(brokerClientId(hint.uin))
      case 'disconnectEmployee':
        return closeDead(employeeClientId(hint.employeeId))
    }
  })
  // Pages refetch everything, which is simpler than finding the lost hints.
  bus.onGap(() => broker.refreshAll(everythingChanged))
  return {
    unreadChanged: (uin) => bus.publish({ kind: 'unread', uin }),
    orderChanged: (uin, orderId) => bus.publish({ kind: 'order', uin, orderId }),
    disconnect: (uin) => bus.publish({ kind: 'disconnect', uin }),
    employeeHint: (employeeId) => bus.publish({ kind: 'employee', employeeId }),
    operatorsHint: (orderId) => bus.publish({ kind: 'operators', orderId }),
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
 * An external broker, which verifies clients by their JWT but doesn't know about revoked tokens. A hint makes the
 * account's pages refetch, and those with a revoked token disconnect. Other clients are disconnected when their
 * password expires, within an hour.
 */
function connectExternalBroker(
  url: string,
  { warn, callers }: Pick<RealtimeServices, 'warn' | 'callers'>,
): OpenRealtime {
  const client = mqtt.connect(url, { reconnectPeriod: 1_000, connectTimeout: 10_000, queueQoSZero: false })
  let isWarned = false
  let reason = 'the connection closed'
  client.on('connect', () => {
    isWarned = false
    reason = 'the connection closed'
  })
  client.on('error', (error) => {
    reason = ('code' in error && typeof error.code === 'string' && error.code) || error.message
  })
  client.on('close', () => {
    if (!isWarned) warn(`Not connected to the broker of MQTT_URL (${reason}). Retrying every second.`)
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
    operatorsHint: (orderId) =>
      void callers.listOperatorIds().then(
        (ids) => ids.forEach((id) => void publish(employeeClientId(id), orderChanged(orderId))),
        // Operators' pages also read again by their timers.
        () => {},
      ),
    disconnectEmployee: sendToEmployee,
    async check() {
      if (!client.connected) throw new Error('not connected to the broker of MQTT_URL')
    },
    lines: () => 0,
    attach: () => {},
    close: () => client.endAsync(true),
  }
}

export const openRealtime = async (given: RealtimeServices): Promise<OpenRealtime> =>
  given.settings.mqttUrl ? connectExternalBroker(given.settings.mqttUrl, given) : openOwnBroker(given)
