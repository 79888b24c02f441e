import { errorCodes } from '@handsfree/core/lib'
import type { FastifyReply } from 'fastify'
import * as v from 'valibot'
import { ApiError } from '../runtime/http/api-error.ts'
import { brokerHookPath, isBrokerHook } from '../runtime/http/broker-hook.ts'
import type { DomainPlugin } from '../runtime/http/domain.ts'
import { createBrokerAccess } from '../runtime/realtime/broker-access.ts'

/** Brokers send more fields than these, and empty ones as null or not at all. */
const text = v.pipe(
  v.nullish(v.pipe(v.string(), v.maxLength(4_096)), ''),
  v.transform((value) => value ?? ''),
)
const Login = v.object({ username: text, password: text, client_id: text, clientid: text })
const Resource = v.object({ username: text, resource: text, name: text, permission: text })
const Topic = v.object({
  username: text,
  permission: text,
  routing_key: text,
  'variable_map.client_id': text,
})
const Use = v.object({ username: text, clientid: text, topic: text, action: text })

const bodyLimit = 16 * 1024

/**
 * Answers an external broker's questions about clients, with a secret in the address: RabbitMQ's
 * `auth_backend_http`, and EMQX's HTTP authentication and authorization. Without the setting, these paths don't exist.
 */
export const brokerHookPlugin: DomainPlugin = async (app, services) => {
  const { mqttUrl, mqttHookSecret } = services.settings
  if (!mqttUrl || !mqttHookSecret) return
  const access = createBrokerAccess(mqttUrl, services)

  await app.register(async (scope) => {
    scope.addContentTypeParser<string>(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body))),
    )
    const answerTo = <Fields extends v.GenericSchema>(
      path: string,
      fields: Fields,
      answer: (given: v.InferOutput<Fields>, reply: FastifyReply) => unknown,
    ) =>
      scope.post(`${brokerHookPath}${path}`, async (request, reply) => {
        if (!isBrokerHook(request, services.settings)) throw new ApiError(errorCodes.notFound, 'not found')
        const given = v.safeParse(fields, request.body)
        if (!given.success) throw new ApiError(errorCodes.paramError, 'invalid fields')
        reply.header('cache-control', 'no-store')
        return answer(given.output, reply)
      })
    const rabbit = (isAllowed: boolean, reply: FastifyReply) =>
      reply.type('text/plain').send(isAllowed ? 'allow' : 'deny')

    answerTo('/rabbitmq/user', Login, async ({ username, password, client_id }, reply) =>
      rabbit((await access.logIn({ username, password, clientId: client_id })) !== 'refused', reply),
    )
    answerTo('/rabbitmq/vhost', v.object({ username: text }), (_given, reply) => rabbit(true, reply))
    answerTo('/rabbitmq/resource', Resource, ({ username, resource, name, permission }, reply) => {
      if (resource === 'queue') return rabbit(access.mayUseQueue(username, name), reply)
      const isExchange = resource === 'exchange' && name === 'amq.topic'
      return rabbit(isExchange && permission === (access.isServer(username) ? 'write' : 'read'), reply)
    })
    answerTo('/rabbitmq/topic', Topic, ({ username, permission, routing_key, ...given }, reply) => {
      const action = permission === 'write' ? 'publish' : 'subscribe'
      const clientId = given['variable_map.client_id']
      return rabbit(access.mayUseTopic({ username, clientId, topic: routing_key, action }), reply)
    })
    answerTo('/emqx/authn', Login, async ({ username, password, clientid }) => {
      const expires = await access.logIn({ username, password, clientId: clientid })
      if (expires === 'refused') return { result: 'deny' }
      return { result: 'allow', is_superuser: false, ...(expires !== null && { expire_at: expires }) }
    })
    answerTo('/emqx/authz', Use, ({ username, clientid, topic, action }) => {
      const isKnown = action === 'publish' || action === 'subscribe'
      const isAllowed = isKnown && access.mayUseTopic({ username, clientId: clientid, topic, action })
      return { result: isAllowed ? 'allow' : 'deny' }
    })
  })
}
