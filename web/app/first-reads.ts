import { type ApiClient, answerKey, type KnownAnswers } from '@handsfree/core/api'
import type { CallRequest, CallResult, CallShape } from '@handsfree/core/contract'

type Read = (api: ApiClient) => Promise<KnownAnswers>

/** The public reads that the server makes for a page, by the pattern of its route. */
export type FirstReads = Record<string, (params: Record<string, string>) => Read[]>

/** A public read whose answer a page shows. An answer that does not come, or isn't `wanted`, is left to the app. */
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
