import { createApiClient, pathOf } from '@handsfree/core/api'
import type { CallRequest, CallResult, CallShape } from '@handsfree/core/contract'
import type { ApiFailure } from '@handsfree/core/lib'
import type { FastifyInstance } from 'fastify'
import { type Clock, timersOf } from '../../runtime/clock.ts'

/** Calls return the result, or null if the server refused (another employee was faster). */
export type OperatorClient = ReturnType<typeof createOperatorClient>

/** `fetch` through Fastify's `inject`, without a socket. Throws on 5xx. */
const fetchFrom =
  (app: FastifyInstance): typeof fetch =>
  async (path, init) => {
    const request = new Request(`http://localhost${path}`, init)
    const { statusCode, payload } = await app.inject({
      method: request.method === 'POST' ? 'POST' : 'GET',
      url: String(path),
      headers: Object.fromEntries(request.headers),
      ...(request.body ? { payload: Buffer.from(await request.arrayBuffer()) } : {}),
    })
    if (statusCode >= 500) throw new Error(`${path} responded with ${statusCode}`)
    return new Response(payload, { status: statusCode })
  }

/** Throws on 5xx. */
export function createOperatorClient(app: FastifyInstance, clock: Clock, token: string) {
  const fetch = fetchFrom(app)
  const api = createApiClient({
    platform: { fetch, clock: timersOf(clock) },
    baseUrl: '',
    locale: () => 'en-US',
    token: () => token,
    onNotLoggedIn: () => {},
  })
  const unwrap = <Value>(
    path: string,
    answer: { ok: true; value: Value } | { ok: false; error: ApiFailure },
  ) => {
    if (answer.ok) return answer.value
    if (answer.error.kind === 'refused') return null
    throw new Error(`${path} got no response`)
  }
  return {
    call: async <Shape extends CallShape>(shape: Shape, request: CallRequest<Shape>) =>
      unwrap(shape.path, await api.call(shape, request)),
    async upload<Shape extends CallShape>(
      shape: Shape,
      { params, image }: { params: object; image: Buffer },
    ): Promise<CallResult<Shape> | null> {
      const body = new FormData()
      body.append('file', new Blob([new Uint8Array(image)], { type: 'image/png' }), 'bag.png')
      const answer = await fetch(api.url(pathOf(shape, params)), {
        method: 'POST',
        headers: api.headers(),
        body,
      })
      return unwrap(shape.path, await api.read(shape, await answer.json()))
    },
  }
}
