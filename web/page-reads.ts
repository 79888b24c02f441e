import { type ApiClient, answerKey, type KnownAnswers } from '@handsfree/core/api'
import {
  type CallRequest,
  type CallResult,
  type CallShape,
  getContact,
  getInsurance,
  getQrSite,
  getSite,
  listAnnouncements,
} from '@handsfree/core/contract'

type Read = (api: ApiClient) => Promise<KnownAnswers>

/** A public read whose answer a page shows. An answer that does not come, or isn't `wanted`, is left to the app. */
const read =
  <Shape extends CallShape>(
    shape: Shape,
    request: CallRequest<Shape>,
    wanted: (value: CallResult<Shape>) => boolean = () => true,
  ): Read =>
  async (api) => {
    const answer = await api.call(shape, request)
    return answer.ok && wanted(answer.value) ? { [answerKey(shape, request)]: answer.value } : {}
  }

type Params = Record<string, string>

const contact = read(getContact, {})

/** What pages read first of what everybody may read, by the pattern of their route. */
const reads: Record<string, (params: Params) => Read[]> = {
  '/': () => [read(listAnnouncements, { query: {} })],
  '/about': () => [contact],
  '/insurance/city/:regionId': ({ regionId = '' }) => [read(getInsurance, { params: { regionId } })],
  '/site/detail/:siteId': ({ siteId = '' }) => [read(getSite, { params: { siteId } })],
  '/order/detail/:orderId': () => [contact],
  '/payment/session-status': () => [contact],
  // The server finds a code in any letter case: only one spelling is worth a page of its own.
  '/order/create/:qrId': ({ qrId = '' }) => [
    read(getQrSite, { params: { qrId } }, (code) => code.qrId === qrId),
  ],
}

/** Answers that the page of a route shows first; null when it reads some and none came. */
export async function readAnswers(
  api: ApiClient,
  route: string,
  params: Params,
): Promise<KnownAnswers | null> {
  const asked = reads[route]?.(params) ?? []
  const answers: KnownAnswers = Object.assign({}, ...(await Promise.all(asked.map((ask) => ask(api)))))
  return asked.length > 0 && Object.keys(answers).length === 0 ? null : answers
}
