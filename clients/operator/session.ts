import { openAsBlob } from 'node:fs'
import type { Platform, Result } from '@handsfree/core'
import { createApiClient, pathOf } from '@handsfree/core/api'
import {
  type CallRequest,
  type CallResult,
  type CallShape,
  type CatalogueChange,
  type Locale,
  type OperatorOrder,
  operatorApplyCatalogue,
  operatorListOrders,
  operatorUploadPhoto,
  type SitePicture,
  uploadPreparedPhoto,
  uploadSitePicture,
} from '@handsfree/core/contract'
import type { ApiFailure } from '@handsfree/core/lib'
import { pagesOf } from './every-page.ts'

/** A usage error. The message says how to fix it. */
export class UsageError extends Error {}

/** Invalid files, with one line per mistake. */
export class MistakesError extends UsageError {
  readonly lines: string[]
  constructor(lines: string[]) {
    super(lines.join(' '))
    this.lines = lines
  }
}

export class CallError extends Error {
  readonly failure: ApiFailure
  readonly orderId: string | undefined
  /** Additional lines, such as the file that was sent. */
  readonly details: readonly string[]
  constructor(failure: ApiFailure, orderId?: string, details: readonly string[] = []) {
    super(failure.kind)
    this.failure = failure
    this.orderId = orderId
    this.details = details
  }
}

const nodeTimers: Platform['clock'] = {
  setTimeout: (task, milliseconds) => setTimeout(task, milliseconds),
  clearTimeout: (timer) => clearTimeout(timer as NodeJS.Timeout),
}

const applyTimeoutMs = 120_000

/** No order matches a longer reference. */
const maxReferenceLength = 40
const normalizeReference = (text: string): string => text.replace(/[\s-]/g, '').toLowerCase()

function reasonOf(error: unknown): string {
  const { cause, message } = error as Error & { cause?: { code?: string } }
  const code = cause?.code ?? message
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `unknown host name (${code})`
  if (code === 'ECONNREFUSED') return `connection refused (${code})`
  if (/CERT|SELF_SIGNED|UNABLE_TO/.test(code))
    return `untrusted certificate (${code}); set NODE_EXTRA_CA_CERTS to your CA’s certificate file`
  return code
}

export function openSession({ url, token, locale }: { url: string; token: string; locale: Locale }) {
  let noAnswerReason: string | null = null
  const request: typeof fetch = async (input, init) => {
    try {
      const response = await fetch(input, init)
      // Only read if the response can't be parsed.
      noAnswerReason = response.ok
        ? 'the response is from another server or version'
        : `${response.status} ${response.statusText}`.trim()
      return response
    } catch (error) {
      noAnswerReason = reasonOf(error)
      throw error
    }
  }
  const api = createApiClient({
    platform: { fetch: request, clock: nodeTimers },
    baseUrl: url.replace(/\/$/, ''),
    locale: () => locale,
    token: () => token,
    onNotLoggedIn: () => {},
  })

  const unwrap = <Value>(result: Result<Value, ApiFailure>, orderId?: string): Value => {
    if (!result.ok) throw new CallError(result.error, orderId)
    return result.value
  }

  const call = async <Shape extends CallShape>(
    shape: Shape,
    request: CallRequest<Shape>,
  ): Promise<CallResult<Shape>> => {
    const { params } = request as { params?: { orderId?: string } }
    return unwrap(await api.call(shape, request), params?.orderId)
  }

  const list = (view?: number): AsyncIterable<OperatorOrder[]> =>
    pagesOf((page) =>
      call(operatorListOrders, { query: { ...(view !== undefined && { view: String(view) }), ...page } }),
    )

  const sendPicture = async <Shape extends CallShape>(
    shape: Shape,
    path: string,
    file: string,
    orderId?: string,
  ): Promise<CallResult<Shape>> => {
    const form = new FormData()
    const blob = await openAsBlob(file).catch(() => {
      throw new UsageError(`Cannot read ${file}. Check the path and its permissions.`)
    })
    form.append('file', blob, 'bag')
    const init = { method: 'POST', headers: api.headers(), body: form }
    const answer = await request(api.url(path), init).catch(() => {
      throw new CallError({ kind: 'network' }, orderId)
    })
    return unwrap(await api.read(shape, await answer.json().catch(() => null)), orderId)
  }

  return {
    url,
    /** Reason for the last missing answer; null if unknown. */
    noAnswerReason: () => noAnswerReason,
    call,
    list,
    /** Imports take longer than other calls. */
    async applyCatalogue(
      body: CallRequest<typeof operatorApplyCatalogue>['body'],
    ): Promise<CatalogueChange[]> {
      const init = {
        method: 'POST',
        headers: { ...api.headers(), 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(applyTimeoutMs),
      }
      const answer = await request(api.url(operatorApplyCatalogue.path), init).catch(() => {
        throw new CallError({ kind: 'network' })
      })
      return unwrap(await api.read(operatorApplyCatalogue, await answer.json().catch(() => null)))
    },
    /** Finds an order by number, id or a prefix. Throws `UsageError` unless exactly one matches. */
    async find(reference: string): Promise<OperatorOrder> {
      const wanted = normalizeReference(reference)
      const query = { reference: wanted.slice(0, maxReferenceLength) }
      const orders = wanted === '' ? [] : (await call(operatorListOrders, { query })).list
      const exact = orders.filter(({ orderId, orderNumber }) =>
        [orderId, normalizeReference(orderNumber)].includes(wanted),
      )
      const matches = exact.length > 0 ? exact : orders
      const [order] = matches
      if (!order)
        throw new UsageError(`Unknown order: ${reference}. Check the number; \`list\` shows the open orders.`)
      if (matches.length > 1) {
        const names = matches.map(({ orderNumber, orderId }) => `${orderNumber} (${orderId})`).join(', ')
        throw new UsageError(`${reference} matches several orders: ${names}. Type more characters.`)
      }
      return order
    },
    async upload(orderId: string, file: string): Promise<string> {
      const path = pathOf(operatorUploadPhoto, { orderId })
      return (await sendPicture(operatorUploadPhoto, path, file, orderId)).url
    },
    async uploadPrepared(file: string): Promise<string> {
      return (await sendPicture(uploadPreparedPhoto, uploadPreparedPhoto.path, file)).url
    },
    uploadSitePicture: (file: string): Promise<SitePicture> =>
      sendPicture(uploadSitePicture, uploadSitePicture.path, file),
    async download(path: string): Promise<Buffer> {
      const answer = await fetch(`${url.replace(/\/$/, '')}${path}`).catch(() => null)
      if (!answer?.ok) throw new UsageError(`Cannot download ${path}.`)
      return Buffer.from(await answer.arrayBuffer())
    },
  }
}
export type Session = ReturnType<typeof openSession>
