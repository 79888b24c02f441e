import { type ApiClient, answerKey, type KnownAnswers } from '@handsfree/core/api'
import type { CallRequest, CallResult, CallShape } from '@handsfree/core/contract'

type Read = (api: ApiClient) => Promise<KnownAnswers>

/** Public API calls that the server makes for a page, by route pattern. */
export type FirstReads = Record<string, (params: Record<string, string>) => Read[]>

/** If the response is missing or not `wanted`, the app fetches it itself. */
export const read =
  <Shape extends CallShape>(
    shape: Shape,
    request: CallRequest<Shape>,
    wanted: (value: CallResult<Shape>) => boolean = () => true,
  ): Read =>
  async (api) => {
    const answer = await api.call(shape, request)
    return answer.ok && wanted(answer.value) ? { [answerKey(shape, request)]: answer.value } : {}
  }
