import type { CallRequest, CallResult, CallShape } from '../contract/call.ts'
import type { ApiFailure } from '../lib/failure.ts'
import type { Result } from '../lib/result.ts'
import { type ApiClientOptions, type CallOptions, makeCall, readAnswer } from './make-call.ts'

export type { ApiClientOptions } from './make-call.ts'

export type ApiClient = {
  /** Makes one call of the contract. Never throws: failures are in the result. */
  call<Shape extends CallShape>(
    shape: Shape,
    request: CallRequest<Shape>,
    options?: CallOptions,
  ): Promise<Result<CallResult<Shape>, ApiFailure>>
  /** Unwraps an envelope that was fetched elsewhere, such as an upload's response. */
  read<Shape extends CallShape>(shape: Shape, body: unknown): Promise<Result<CallResult<Shape>, ApiFailure>>
  url(path: string): string
  /** Headers of every call: language, and the token when signed in. */
  headers(): Record<string, string>
}

/** API client for the envelope, headers, error codes and timeouts. */
export function createApiClient(options: ApiClientOptions): ApiClient {
  const url = (path: string) => `${options.baseUrl}/api${path}`
  const headersWith = (token: string | null): Record<string, string> => ({
    'Accept-Language': options.locale(),
    ...(token ? { token: `Bearer ${token}` } : {}),
  })
  return {
    url,
    headers: () => headersWith(options.token()),
    read: async (shape, body) => readAnswer(options, shape, body),
    async call(shape, request, { headers, ...more } = {}) {
      const token = options.token()
      const sent = { token, headers: { ...headersWith(token), ...headers }, ...more }
      return makeCall(options, url, shape, request, sent)
    },
  }
}
