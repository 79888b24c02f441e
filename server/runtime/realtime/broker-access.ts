import { brokerClientId, employeeClientId, topicOf } from '@handsfree/core/realtime'
import { isSameSecret } from '../http/broker-hook.ts'
import type { Services } from '../services.ts'
import { findGrantRole } from './grant-role.ts'
import { readBrokerPassword, withDevice } from './password.ts'

type Login = { username: string; password: string; clientId: string }
type TopicUse = { username: string; clientId: string; topic: string; action: 'publish' | 'subscribe' }

const clientIdForms = [brokerClientId, employeeClientId]
/** Ids and device suffixes have no dots. */
const holderOf = (username: string): string => username.split('.')[0] ?? ''

/** Decides for an external broker who may connect, and to which topics. `mqttUrl` has the server's own user. */
export function createBrokerAccess(
  mqttUrl: string,
  { keys, now, callers }: Pick<Services, 'keys' | 'now' | 'callers'>,
) {
  const { username, password } = new URL(mqttUrl)
  const server = { username: decodeURIComponent(username), password: decodeURIComponent(password) }
  const isServer = (name: string): boolean => server.username !== '' && name === server.username

  return {
    isServer,
    /** Epoch seconds when the login ends, null for the server, `refused` for others. */
    async logIn({ username, password, clientId }: Login): Promise<number | null | 'refused'> {
      if (isServer(username))
        return server.password !== '' && isSameSecret(password, server.password) ? null : 'refused'
      const grant = await readBrokerPassword(keys, password, now())
      if (!grant || username !== withDevice(grant.holder, grant.device)) return 'refused'
      // Pages of an older release connect without their device.
      const isOwnId = clientId === grant.clientId || clientId === withDevice(grant.clientId, grant.device)
      return isOwnId && (await findGrantRole(callers, grant)) !== null ? grant.expires : 'refused'
    },
    /** The broker has verified user name and client id at the login. */
    mayUseTopic({ username, clientId, topic, action }: TopicUse): boolean {
      if (isServer(username)) return action === 'publish' && /^TOPIC-(?:TMS|EMP)-[\w-]+$/.test(topic)
      const holder = holderOf(username)
      return (
        action === 'subscribe' &&
        clientIdForms.some((form) => {
          const isOwn = clientId === form(holder) || clientId === form(username)
          return isOwn && topic === topicOf(form(holder))
        })
      )
    },
    /** RabbitMQ keeps a queue for each client id. */
    mayUseQueue(username: string, queue: string): boolean {
      if (isServer(username)) return false
      const [, clientId = ''] = /^mqtt-subscription-(.+?)(?:qos[01])?$/.exec(queue) ?? []
      return clientIdForms.some(
        (form) => clientId === form(username) || clientId === form(holderOf(username)),
      )
    },
  }
}
