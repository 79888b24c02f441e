import type { CallRequest, CallResult, CallShape } from '@handsfree/core/api'
import type { FastifyInstance } from 'fastify'

type Envelope<Result> = { code: number; message: string; result: Result }

/** A call's answer: its result, or null when the server refused (somebody else was faster). */
export type OperatorClient = {
  call<Shape extends CallShape>(shape: Shape, request: CallRequest<Shape>): Promise<CallResult<Shape> | null>
  upload<Shape extends CallShape>(
    shape: Shape,
    request: { params: Record<string, string>; image: Buffer },
  ): Promise<CallResult<Shape> | null>
}

const pathOf = ({ path }: CallShape, params: unknown) =>
  `/api${path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String((params as Record<string, unknown>)[name])))}`

/** Makes operator calls of this very server, through its whole front door. Throws when the server itself fails. */
export function createOperatorClient(app: FastifyInstance, token: string): OperatorClient {
  const read = <Shape extends CallShape>(
    { path }: Shape,
    response: { statusCode: number; body: string },
  ): CallResult<Shape> | null => {
    if (response.statusCode >= 500) throw new Error(`${path} answered ${response.statusCode}`)
    const { code, result }: Envelope<CallResult<Shape>> = JSON.parse(response.body)
    return code === 0 ? result : null
  }
  const headers = { token: `Bearer ${token}` }
  return {
    async call(shape, { params, query, body }) {
      const response = await app.inject({
        method: shape.method,
        url: pathOf(shape, params),
        headers,
        ...(query ? { query: query as Record<string, string> } : {}),
        ...(shape.method === 'POST' ? { payload: body ?? {} } : {}),
      })
      return read(shape, response)
    },
    async upload(shape, { params, image }) {
      const form = new FormData()
      form.append('file', new Blob([new Uint8Array(image)], { type: 'image/png' }), 'bag.png')
      const encoded = new Response(form)
      const response = await app.inject({
        method: shape.method,
        url: pathOf(shape, params),
        headers: { ...headers, 'content-type': encoded.headers.get('content-type') ?? '' },
        payload: Buffer.from(await encoded.arrayBuffer()),
      })
      return read(shape, response)
    },
  }
}
