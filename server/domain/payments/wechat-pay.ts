import {
  createDecipheriv,
  createHash,
  createPublicKey,
  createSign,
  createVerify,
  type KeyObject,
} from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { Currency, type Money } from '@handsfree/core/contract'
import { errorCodes } from '@handsfree/core/lib'
import * as v from 'valibot'
import { timeLimit } from '../../runtime/clock.ts'
import { ApiError } from '../../runtime/http/api-error.ts'
import type { Services } from '../../runtime/services.ts'
import type { Settings } from '../../runtime/settings/settings.ts'
import type {
  BillLine,
  Complaint,
  InWechat,
  PaymentProvider,
  ProviderUpdate,
  RefundAnswer,
  RefundRequest,
  SessionOutcome,
} from './provider.ts'
import { readBill } from './read-bill.ts'
import { authorizationUrl, findOpenid, refusesAppSecret } from './wechat-openid.ts'
import { wechatPayPath } from './wechat-pay-authorization.ts'
import { Yuan } from './yuan.ts'

type WechatPaySettings = NonNullable<Settings['wechatPay']>

/** H5 addresses work for 5 minutes. */
const pageLifetimeMs = 5 * 60_000

const timeoutMs = 8_000

const billTimeoutMs = 30_000

/** Timeout of the key check at startup, in ms. */
const keyCheckTimeoutMs = 5_000

/** Maximum clock difference of a signature, either way. */
const toleranceSeconds = 300

const Amount = v.object({ total: v.number(), currency: v.optional(v.string(), 'CNY') })

const Transaction = v.object({
  out_trade_no: v.string(),
  mchid: v.string(),
  trade_state: v.string(),
  amount: v.optional(Amount),
})
type Transaction = v.InferOutput<typeof Transaction>

const Refund = v.object({ status: v.string() })

const RefundNotice = v.object({
  mchid: v.string(),
  out_refund_no: v.string(),
  refund_status: v.string(),
})

const Encrypted = v.object({
  algorithm: v.literal('AEAD_AES_256_GCM'),
  ciphertext: v.string(),
  associated_data: v.optional(v.string(), ''),
  nonce: v.string(),
})

const Notification = v.object({
  id: v.pipe(v.string(), v.maxLength(64)),
  event_type: v.string(),
  resource: Encrypted,
})

const Certificates = v.object({ data: v.array(v.object({ encrypt_certificate: Encrypted })) })

const outcomes: Record<string, SessionOutcome | 'open'> = {
  SUCCESS: 'paid',
  REFUND: 'paid',
  NOTPAY: 'open',
  USERPAYING: 'processing',
  ACCEPT: 'processing',
  PAYERROR: 'failed',
  CLOSED: 'expired',
  REVOKED: 'expired',
}

const outcomeOf = ({ trade_state }: Transaction): SessionOutcome | 'open' => {
  const outcome = outcomes[trade_state]
  if (!outcome) throw new Error(`WeChat Pay returned an unknown trade state: ${trade_state}`)
  return outcome
}

const amountOf = ({ amount }: Transaction): Money | null => {
  const known = v.safeParse(Currency, amount?.currency)
  return amount && known.success ? { amount: amount.total, currency: known.output } : null
}

const stateOf = (transaction: Transaction) => ({
  outcome: outcomeOf(transaction),
  amount: amountOf(transaction),
})

const toRefundAnswer = (status: string): RefundAnswer => {
  if (status === 'SUCCESS') return { outcome: 'refunded', reason: null }
  return status === 'PROCESSING'
    ? { outcome: 'accepted', reason: null }
    : { outcome: 'failed', reason: `WeChat Pay: ${status}` }
}

const refundNumber = (refundId: string, attempt: number): string =>
  attempt === 0 ? refundId : `${refundId}-${attempt}`

const seconds = (time: Date): number => Math.floor(time.getTime() / 1000)

const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** `code` is WeChat Pay's own, such as `ORDER_NOT_EXIST`. */
class WechatPayError extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, message: string) {
    super(`WeChat Pay: ${status} ${code} ${message}`.trim())
    this.status = status
    this.code = code
  }
}

class UnsignedAnswerError extends Error {
  constructor() {
    super('WeChat Pay’s answer isn’t signed with WECHAT_PAY_PUBLIC_KEY')
  }
}

const ErrorBody = v.object({ code: v.optional(v.string(), ''), message: v.optional(v.string(), '') })

const BillAddress = v.object({
  download_url: v.pipe(v.string(), v.url()),
  hash_type: v.literal('SHA1'),
  hash_value: v.string(),
})
const BillRow = v.object({
  商户订单号: v.string(),
  交易状态: v.string(),
  订单金额: Yuan,
  商户退款单号: v.string(),
  申请退款金额: Yuan,
  退款状态: v.string(),
})

const readBillLines = (csv: string): BillLine[] =>
  readBill(csv, '商户订单号').flatMap((row): BillLine[] => {
    const bill = v.parse(BillRow, row)
    if (bill.交易状态 === 'SUCCESS')
      return [{ kind: 'payment', session: bill.商户订单号, amount: bill.订单金额 }]
    if (bill.交易状态 !== 'REFUND' || bill.退款状态 !== 'SUCCESS') return []
    const [refundId = ''] = bill.商户退款单号.split('-')
    return [{ kind: 'refund', refundId, amount: bill.申请退款金额 }]
  })

/** WeChat Pay's dates are of days in Beijing. */
const dayInBeijing = (time: Date): string =>
  new Date(time.getTime() + 8 * 3_600_000).toISOString().slice(0, 10)

/** WeChat Pay lists complaints of at most 30 days at once. */
const complaintWindowMs = 28 * 24 * 3_600_000
const complaintPageSize = 50
const Complaints = v.object({
  total_count: v.optional(v.number(), 0),
  data: v.optional(
    v.array(
      v.object({
        complaint_id: v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/)),
        complaint_state: v.string(),
        complaint_order_info: v.optional(v.array(v.object({ out_trade_no: v.string() })), []),
        problem_type: v.optional(v.pipe(v.string(), v.maxLength(50)), 'OTHERS'),
      }),
    ),
    [],
  ),
})

const toComplaints = ({ data }: v.InferOutput<typeof Complaints>): Complaint[] =>
  data.flatMap(({ complaint_id, complaint_state, complaint_order_info, problem_type }) =>
    complaint_order_info.slice(0, 1).map(({ out_trade_no }) => ({
      disputeId: complaint_id,
      sessionId: out_trade_no,
      reason: problem_type.toLowerCase(),
      state: complaint_state === 'PROCESSED' ? 'closed' : 'open',
    })),
  )

const isUnknown = (error: unknown): boolean => error instanceof WechatPayError && error.status === 404

function isSigned(
  { publicKeyId }: WechatPaySettings,
  publicKey: KeyObject,
  now: Date,
  body: string,
  header: (name: string) => string,
): boolean {
  const timestamp = header('wechatpay-timestamp')
  if (header('wechatpay-serial') !== publicKeyId) return false
  if (!/^\d{1,12}$/.test(timestamp)) return false
  if (Math.abs(seconds(now) - Number(timestamp)) > toleranceSeconds) return false
  return createVerify('RSA-SHA256')
    .update(`${timestamp}\n${header('wechatpay-nonce')}\n${body}\n`)
    .verify(publicKey, header('wechatpay-signature'), 'base64')
}

/** Throws if the key doesn't fit. */
function decrypt(
  apiV3Key: string,
  { ciphertext, associated_data, nonce }: v.InferOutput<typeof Encrypted>,
): string {
  const data = Buffer.from(ciphertext, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', apiV3Key, nonce, { authTagLength: 16 })
  decipher.setAuthTag(data.subarray(-16))
  decipher.setAAD(Buffer.from(associated_data))
  return Buffer.concat([decipher.update(data.subarray(0, -16)), decipher.final()]).toString()
}

/**
 * WeChat Pay's API v3 of mainland China, in CNY: a QR code on a PC, H5 in a phone's browser, JSAPI inside WeChat.
 * Signs requests with the merchant's key, and verifies answers and notifications with WeChat Pay's public key.
 */
export function createWechatPayProvider(
  settings: WechatPaySettings,
  { now, random }: Pick<Services, 'now' | 'random'>,
  /** Receives refund notifications. Sessions are reported to the origin of their own page. */
  origin: string,
): PaymentProvider {
  const { merchantId, appId, serial, privateKey, apiV3Key } = settings
  const url = settings.url ?? 'https://api.mch.weixin.qq.com'
  const publicKey = createPublicKey(settings.publicKey)
  const notifyUrl = (host: string) => `${host}/api/payments/webhook/wechat_pay`

  function request(
    method: 'GET' | 'POST',
    path: string,
    body: object | null,
    limitMs: number,
  ): Promise<Response> {
    const text = body ? JSON.stringify(body) : ''
    const nonce = random.bytes(16).toString('hex')
    const timestamp = seconds(now())
    const signature = createSign('RSA-SHA256')
      .update(`${method}\n${path}\n${timestamp}\n${nonce}\n${text}\n`)
      .sign(privateKey, 'base64')
    return fetch(`${url}${path}`, {
      method,
      headers: {
        accept: 'application/json',
        authorization: `WECHATPAY2-SHA256-RSA2048 mchid="${merchantId}",nonce_str="${nonce}",signature="${signature}",timestamp="${timestamp}",serial_no="${serial}"`,
        'user-agent': 'handsfree',
        'wechatpay-serial': settings.publicKeyId,
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: text } : {}),
      signal: timeLimit(limitMs),
    })
  }

  async function send(
    method: 'GET' | 'POST',
    path: string,
    body: object | null = null,
    limitMs = timeoutMs,
  ): Promise<unknown> {
    const response = await request(method, path, body, limitMs)
    const answer = await response.text()
    // WeChat Pay doesn't sign refusals of our own signature, and no other failure counts as an answer.
    if (response.ok || response.status === 404) {
      const header = (name: string) => response.headers.get(name) ?? ''
      if (!isSigned(settings, publicKey, now(), answer, header)) throw new UnsignedAnswerError()
    }
    if (response.ok) return readJson(answer)
    const { code, message } = v.parse(v.fallback(ErrorBody, { code: '', message: '' }), readJson(answer))
    throw new WechatPayError(response.status, code, message)
  }

  const orderOf = ({
    sessionId,
    amount,
    subject,
    origin: host,
    expiresAt,
  }: Parameters<InWechat['prepay']>[0]) => ({
    appid: appId,
    mchid: merchantId,
    description: subject,
    out_trade_no: sessionId,
    time_expire: expiresAt.toISOString().replace(/\.\d+Z$/, '+00:00'),
    notify_url: notifyUrl(host),
    amount: { total: amount.amount, currency: amount.currency },
  })

  const queryPath = (reference: string) =>
    `/v3/pay/transactions/out-trade-no/${reference}?mchid=${merchantId}`

  const query = async (reference: string): Promise<Transaction> =>
    v.parse(Transaction, await send('GET', queryPath(reference)))

  /** True if WeChat Pay has no certificates, because new merchants use its public key only. */
  async function decryptsCertificates(): Promise<boolean> {
    const answer = await send('GET', '/v3/certificates', null, keyCheckTimeoutMs).catch((error: unknown) => {
      if (error instanceof WechatPayError || error instanceof UnsignedAnswerError) return null
      throw error
    })
    const certificates = v.safeParse(Certificates, answer)
    if (!certificates.success) return true
    try {
      for (const { encrypt_certificate } of certificates.output.data) decrypt(apiV3Key, encrypt_certificate)
      return true
    } catch {
      return false
    }
  }

  /** Null for an unknown refund. */
  const queryRefund = (refundId: string, attempt: number): Promise<string | null> =>
    send('GET', `/v3/refund/domestic/refunds/${refundNumber(refundId, attempt)}`).then(
      (answer) => v.parse(Refund, answer).status,
      (error: unknown) => {
        if (isUnknown(error)) return null
        throw error
      },
    )

  /** An abnormal refund is resolved in the merchant platform, so another one would pay twice. */
  async function findRefund({ refundId, attempt }: RefundRequest): Promise<RefundAnswer | null> {
    const status = await queryRefund(refundId, attempt)
    if (status) return toRefundAnswer(status)
    for (let earlier = attempt - 1; earlier >= 0; earlier -= 1) {
      const found = await queryRefund(refundId, earlier)
      if (found) return found === 'CLOSED' ? null : toRefundAnswer(found)
    }
    return null
  }

  function toUpdate(type: string, content: unknown): ProviderUpdate {
    if (type.startsWith('TRANSACTION.')) {
      const transaction = v.parse(Transaction, content)
      const { outcome, amount } = stateOf(transaction)
      const { out_trade_no, mchid } = transaction
      if (mchid !== merchantId || outcome === 'open' || !amount) return null
      return { kind: 'session', sessionId: out_trade_no, reference: out_trade_no, outcome, amount }
    }
    if (!type.startsWith('REFUND.')) return null
    const { mchid, out_refund_no, refund_status } = v.parse(RefundNotice, content)
    if (mchid !== merchantId) return null
    const [refundId = '', attempt = '0'] = out_refund_no.split('-')
    return { kind: 'refund', refundId, attempt: Number(attempt), ...toRefundAnswer(refund_status) }
  }

  async function findComplaints(start: Date, end: Date): Promise<Complaint[]> {
    const query = new URLSearchParams({
      limit: String(complaintPageSize),
      begin_date: dayInBeijing(start),
      end_date: dayInBeijing(end),
      complainted_mchid: merchantId,
    })
    const complaints: Complaint[] = []
    for (let offset = 0, total = 1; offset < total; offset += complaintPageSize) {
      query.set('offset', String(offset))
      const page = v.parse(Complaints, await send('GET', `/v3/merchant-service/complaints-v2?${query}`))
      // Only the first page has the total.
      if (offset === 0) total = page.total_count
      complaints.push(...toComplaints(page))
    }
    return complaints
  }

  /** The answer isn't signed, but its SHA-1 is part of a signed one. */
  async function download({ download_url, hash_value }: v.InferOutput<typeof BillAddress>): Promise<string> {
    const { pathname, search } = new URL(download_url)
    const response = await request('GET', `${pathname}${search}`, null, billTimeoutMs)
    const file = Buffer.from(await response.arrayBuffer())
    if (!response.ok) throw new WechatPayError(response.status, 'BILL', 'the bill can’t be downloaded')
    if (createHash('sha1').update(file).digest('hex') !== hash_value.toLowerCase())
      throw new Error('WeChat Pay’s bill doesn’t have the announced hash')
    return file.toString('utf8')
  }

  function decryptNotification(resource: v.InferOutput<typeof Encrypted>): string {
    try {
      return decrypt(apiV3Key, resource)
    } catch {
      throw new ApiError(
        errorCodes.paramError,
        'WECHAT_PAY_API_V3_KEY doesn’t decrypt WeChat Pay’s notification',
      )
    }
  }

  return {
    name: 'wechat_pay',

    methods: ['wechat_pay'],

    pageLifetimeMs,

    async refusesKey() {
      try {
        await send('GET', queryPath('0'.repeat(24)), null, keyCheckTimeoutMs)
      } catch (error) {
        if (error instanceof UnsignedAnswerError)
          return 'WeChat Pay accepts it, but WECHAT_PAY_PUBLIC_KEY and WECHAT_PAY_PUBLIC_KEY_ID don’t verify the answer; copy both from WeChat Pay’s merchant platform'
        if (!(error instanceof WechatPayError) || error.status >= 500 || error.status === 429) throw error
        if (!isUnknown(error))
          return `WeChat Pay rejects it (${error.code}); check it, WECHAT_PAY_SERIAL, WECHAT_PAY_MCH_ID and WECHAT_PAY_PUBLIC_KEY_ID`
      }
      if (!(await decryptsCertificates()))
        return 'WeChat Pay accepts it, but WECHAT_PAY_API_V3_KEY doesn’t decrypt its certificates; set the API v3 key of the merchant platform'
      const refusal = await refusesAppSecret(settings)
      return refusal && `WeChat Pay accepts it, but ${refusal}`
    },

    async openSession(request) {
      const { sessionId, amount, returnUrl, origin: host, surface, clientIp } = request
      if (amount.currency !== 'CNY') throw new Error(`WeChat Pay takes CNY only, not ${amount.currency}`)
      const page = new URL(wechatPayPath(sessionId), host)
      const order = orderOf(request)
      if (surface === 'wechat') return { reference: sessionId, redirectUrl: page.pathname }
      if (surface === 'pc') {
        const answer = await send('POST', '/v3/pay/transactions/native', order)
        page.searchParams.set('code_url', v.parse(v.object({ code_url: v.string() }), answer).code_url)
      } else {
        const scene_info = { payer_client_ip: clientIp, h5_info: { type: 'Wap' } }
        const answer = await send('POST', '/v3/pay/transactions/h5', { ...order, scene_info })
        const h5 = new URL(v.parse(v.object({ h5_url: v.string() }), answer).h5_url)
        h5.searchParams.set('redirect_url', new URL(returnUrl, host).href)
        page.searchParams.set('h5_url', h5.href)
      }
      return { reference: sessionId, redirectUrl: `${page.pathname}${page.search}` }
    },

    parseWebhook(raw: Buffer, headers: IncomingHttpHeaders) {
      const body = raw.toString('utf8')
      const header = (name: string) => String(headers[name] ?? '')
      if (!isSigned(settings, publicKey, now(), body, header))
        throw new ApiError(errorCodes.signatureNotMatch, 'signature not match')
      const unknown = () => new ApiError(errorCodes.paramError, 'unknown webhook')
      const notification = v.safeParse(Notification, readJson(body))
      if (!notification.success) throw unknown()
      const { id, event_type, resource } = notification.output
      const content = decryptNotification(resource)
      try {
        return { eventId: id, update: toUpdate(event_type, readJson(content)) }
      } catch {
        throw unknown()
      }
    },

    // WeChat Pay reports no disputes by webhook.
    sessionOf: async () => null,

    methodOf: async () => 'wechat_pay',

    async sessionState(reference) {
      try {
        return stateOf(await query(reference))
      } catch (error) {
        // Inside WeChat, the order is created once the traveller opens the page.
        if (isUnknown(error)) return { outcome: 'unopened', amount: null }
        throw error
      }
    },

    async endSession(reference) {
      await send('POST', `/v3/pay/transactions/out-trade-no/${reference}/close`, { mchid: merchantId }).catch(
        (error: unknown) => {
          // A paid order can't be closed.
          if (!(error instanceof WechatPayError)) throw error
        },
      )
      try {
        return stateOf(await query(reference))
      } catch (error) {
        if (isUnknown(error)) return { outcome: 'expired', amount: null }
        throw error
      }
    },

    async refund(request) {
      const { refundId, attempt, isRepeated, reference, amount } = request
      const known = isRepeated || attempt > 0 ? await findRefund(request) : null
      if (known) return known
      const paid = amountOf(await query(reference))
      if (!paid) throw new Error(`order ${reference} was not paid at WeChat Pay`)
      const answer = await send('POST', '/v3/refund/domestic/refunds', {
        out_trade_no: reference,
        out_refund_no: refundNumber(refundId, attempt),
        notify_url: notifyUrl(origin),
        amount: { refund: amount.amount, total: paid.amount, currency: amount.currency },
      })
      return toRefundAnswer(v.parse(Refund, answer).status)
    },

    refundState: findRefund,

    async bill(day) {
      try {
        const address = await send('GET', `/v3/bill/tradebill?bill_date=${day}&bill_type=ALL`)
        return readBillLines(await download(v.parse(BillAddress, address)))
      } catch (error) {
        if (!(error instanceof WechatPayError)) throw error
        if (error.code === 'STATEMENT_CREATING') return null
        // Without payments, a day has no bill.
        if (error.code === 'NO_STATEMENT_EXIST') return []
        throw error
      }
    },

    async complaints(since) {
      const complaints: Complaint[] = []
      for (let start = since.getTime(); start <= now().getTime(); start += complaintWindowMs) {
        const end = Math.min(start + complaintWindowMs, now().getTime())
        complaints.push(...(await findComplaints(new Date(start), new Date(end))))
      }
      return complaints
    },

    inWechat: {
      authorizationUrl: (returnUrl, state) => authorizationUrl(settings, returnUrl, state),

      async prepay(request, code) {
        const payer = { openid: await findOpenid(settings, code) }
        const answer = await send('POST', '/v3/pay/transactions/jsapi', { ...orderOf(request), payer })
        return v.parse(v.object({ prepay_id: v.string() }), answer).prepay_id
      },

      bridgeRequest(prepayId) {
        const timeStamp = String(seconds(now()))
        const nonceStr = random.bytes(16).toString('hex')
        const packed = `prepay_id=${prepayId}`
        const paySign = createSign('RSA-SHA256')
          .update(`${appId}\n${timeStamp}\n${nonceStr}\n${packed}\n`)
          .sign(privateKey, 'base64')
        return { appId, timeStamp, nonceStr, package: packed, signType: 'RSA', paySign }
      },
    },
  }
}
