import { type ApiClient, answerKey, type InitialAnswers } from '@handsfree/core/api'
import type { CallRequest, CallResult, CallShape } from '@handsfree/core/contract'

type Prefetch = (api: ApiClient) => Promise<InitialAnswers>

/** Public API calls that the server makes for a page, by route pattern. */
export type FirstReads = Record<string, (params: Record<string, string>) => Prefetch[]>

/** If the response is missing or not `wanted`, the app fetches it itself. */
export const prefetch =
  <Shape extends CallShape>(
    shape: Shape,
    request: CallRequest<Shape>,
    isUsable: (value: CallResult<Shape>) => boolean = () => true,
  ): Prefetch =>
  async (api) => {
    const answer = await api.call(shape, request)
    return answer.ok && isUsable(answer.value) ? { [answerKey(shape, request)]: answer.value } : {}
  }
