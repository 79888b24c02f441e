import type { Money } from '@handsfree/core/contract'
import { errorCodes } from '@handsfree/core/lib'
import { type AlipayRequestError, AlipaySdk } from 'alipay-sdk'
import { unzipSync } from 'fflate'
import * as v from 'valibot'
import { timeLimit } from '../../runtime/clock.ts'
import { ApiError } from '../../runtime/http/api-error.ts'
import type { Settings } from '../../runtime/settings/settings.ts'
import type {
  BillLine,
  Complaint,
  PaymentProvider,
  ProviderUpdate,
  RefundAnswer,
  RefundRequest,
  SessionOutcome,
  SessionState,
} from './provider.ts'
import { readBill } from './read-bill.ts'
import { Yuan } from './yuan.ts'

const timeoutMs = 8_000

/** Timeout of the key check at startup, in ms. */
const keyCheckTimeoutMs = 5_000

const billTimeoutMs = 30_000

const pageLifetimeMs = 30 * 60_000

/** Alipay reads and writes times in Beijing, whatever the server's time zone. */
const beijingOffsetMs = 8 * 3_600_000

const beijingTime = (time: Date): string =>
  new Date(time.getTime() + beijingOffsetMs).toISOString().slice(0, 19).replace('T', ' ')

const yuanOf = ({ amount }: Money): string =>
  `${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, '0')}`

const TradeStatus = v.picklist(['WAIT_BUYER_PAY', 'TRADE_CLOSED', 'TRADE_SUCCESS', 'TRADE_FINISHED'])

/** Alipay closes unpaid trades and fully refunded ones. Only the latter have a `paidTime`. */
const outcomeOf = (
  status: v.InferOutput<typeof TradeStatus>,
  paidTime: string | undefined,
): SessionOutcome | 'open' => {
  if (status === 'WAIT_BUYER_PAY') return 'open'
  return status === 'TRADE_CLOSED' && !paidTime ? 'expired' : 'paid'
}

const Notification = v.object({
  notify_id: v.pipe(v.string(), v.minLength(1), v.maxLength(128)),
  app_id: v.string(),
  seller_id: v.optional(v.string()),
  out_trade_no: v.pipe(v.string(), v.maxLength(64)),
  trade_status: TradeStatus,
  total_amount: Yuan,
  gmt_payment: v.optional(v.string()),
  gmt_refund: v.optional(v.string()),
  out_biz_no: v.optional(v.pipe(v.string(), v.maxLength(64))),
})

const Answer = v.object({
  code: v.string(),
  msg: v.optional(v.string()),
  subCode: v.optional(v.string()),
  subMsg: v.optional(v.string()),
})
type Answer = v.InferOutput<typeof Answer>

const Trade = v.object({ tradeStatus: TradeStatus, totalAmount: Yuan, sendPayDate: v.optional(v.string()) })
const Refund = v.object({ fundChange: v.optional(v.string()) })
const RefundQuery = v.object({
  outRequestNo: v.optional(v.string()),
  refundStatus: v.optional(v.string()),
})

const complaintPageSize = 20
const Complaints = v.object({
  totalPageNum: v.optional(v.number(), 0),
  tradeComplainInfos: v.optional(
    v.array(
      v.object({
        complainEventId: v.pipe(v.string(), v.regex(/^[\w-]{1,100}$/)),
        status: v.string(),
        merchantOrderNo: v.optional(v.string(), ''),
        complainReason: v.optional(v.pipe(v.string(), v.maxLength(200)), 'other'),
      }),
    ),
    [],
  ),
})
const endedComplaints = ['FINISHED', 'CANCELLED', 'PLATFORM_FINISH', 'CLOSED']

const BillAddress = v.object({ billDownloadUrl: v.pipe(v.string(), v.url()) })
const BillRow = v.object({
  业务类型: v.picklist(['交易', '退款']),
  商户订单号: v.string(),
  // Refunds are negative.
  '订单金额（元）': v.pipe(
    v.string(),
    v.transform((yuan) => yuan.replace(/^-/, '')),
    Yuan,
  ),
  '退款批次号/请求号': v.string(),
})

/** A zip archive of a table and its summary, in GBK. */
function readBillLines(zip: Uint8Array): BillLine[] {
  const gbk = new TextDecoder('gb18030')
  const table = Object.values(unzipSync(zip))
    .map((file) => gbk.decode(file))
    .find((text) => text.includes('商户订单号'))
  if (!table) throw new Error('Alipay’s bill has no table')
  return readBill(table, '商户订单号').map((row) => {
    const { 业务类型: kind, 商户订单号: session, '订单金额（元）': amount, ...rest } = v.parse(BillRow, row)
    return kind === '交易'
      ? { kind: 'payment', session, amount }
      : { kind: 'refund', refundId: rest['退款批次号/请求号'].replace(/-\d+$/, ''), amount }
  })
}

const describeAnswer = ({ code, msg, subCode, subMsg }: Answer): string =>
  [subCode ?? code, subMsg ?? msg].filter(Boolean).join(': ')

const requestNumberOf = ({ refundId, attempt }: Pick<RefundRequest, 'refundId' | 'attempt'>): string =>
  attempt === 0 ? refundId : `${refundId}-${attempt}`

const refundUpdate = (requestNumber: string): ProviderUpdate => {
  const [, refundId = '', attempt = '0'] = /^(\w+)(?:-(\d{1,6}))?$/.exec(requestNumber) ?? []
  return refundId
    ? { kind: 'refund', refundId, attempt: Number(attempt), outcome: 'refunded', reason: null }
    : null
}

const toUpdate = (notification: v.InferOutput<typeof Notification>): ProviderUpdate => {
  const { out_trade_no, trade_status, total_amount, gmt_payment, gmt_refund, out_biz_no } = notification
  if (gmt_refund && out_biz_no) return refundUpdate(out_biz_no)
  const outcome = outcomeOf(trade_status, gmt_payment)
  return outcome === 'open'
    ? null
    : { kind: 'session', sessionId: out_trade_no, reference: out_trade_no, outcome, amount: total_amount }
}

/** Uses Alipay's cashier: `alipay.trade.wap.pay` on phones, `alipay.trade.page.pay` on PCs. CNY only. */
export function createAlipayProvider(
  {
    appId,
    privateKey,
    publicKey,
    sellerId,
    gateway,
  }: Omit<NonNullable<Settings['alipay']>, 'gateway'> & { gateway?: string | null },
  now: () => Date,
): PaymentProvider {
  const connect = (timeout: number) =>
    new AlipaySdk({
      appId,
      privateKey,
      keyType: 'PKCS8',
      alipayPublicKey: publicKey,
      timeout,
      ...(gateway ? { gateway } : {}),
    })
  const alipay = connect(timeoutMs)

  /** The SDK would send the server's local time. */
  const withTime = (params: object) => ({ ...params, timestamp: beijingTime(now()) })

  /** Errors of the SDK quote the whole answer, which names the payer. */
  const call = async (method: string, bizContent: object): Promise<Answer & object> => {
    const answer: unknown = await alipay
      .exec(method, withTime({ bizContent }), { validateSign: true })
      .catch((error: AlipayRequestError | TypeError) => {
        if (error.cause) throw new Error('Alipay doesn’t respond', { cause: error.cause })
        throw new Error(`Alipay’s answer to ${method} has no valid signature`)
      })
    const details = v.parse(Answer, answer)
    // 10000 is a success, 40004 a definite refusal. After any other answer, the result is unknown.
    const isRefused = details.code === '40004' && !details.subCode?.endsWith('SYSTEM_ERROR')
    if (details.code !== '10000' && !isRefused)
      throw new Error(`Alipay refuses ${method}: ${describeAnswer(details)}`)
    return answer as Answer & object
  }

  const queryTrade = async (reference: string): Promise<SessionState | null> => {
    const answer = await call('alipay.trade.query', { outTradeNo: reference })
    if (answer.subCode === 'ACQ.TRADE_NOT_EXIST') return null
    if (answer.code !== '10000') throw new Error(`Alipay refuses a query: ${describeAnswer(answer)}`)
    const { tradeStatus, totalAmount, sendPayDate } = v.parse(Trade, answer)
    return { outcome: outcomeOf(tradeStatus, sendPayDate), amount: totalAmount }
  }

  const queryRefund = async (request: RefundRequest): Promise<RefundAnswer | null> => {
    const answer = await call('alipay.trade.fastpay.refund.query', {
      outTradeNo: request.reference,
      outRequestNo: requestNumberOf(request),
    })
    const { outRequestNo, refundStatus } = v.parse(RefundQuery, answer)
    if (answer.code !== '10000' || !outRequestNo) return null
    return { outcome: refundStatus === 'REFUND_SUCCESS' ? 'refunded' : 'accepted', reason: null }
  }

  return {
    name: 'alipay',

    methods: ['alipay'],

    acknowledgement: 'success',

    pageLifetimeMs,

    async refusesKey() {
      const checking = connect(keyCheckTimeoutMs)
      const query = withTime({ bizContent: { outTradeNo: 'handsfree-key-check' } })
      const answer = v.parse(Answer, await checking.exec('alipay.trade.query', query))
      if (answer.code === '20000') throw new Error(describeAnswer(answer))
      if (answer.code !== '10000' && answer.subCode !== 'ACQ.TRADE_NOT_EXIST')
        return `Alipay rejects it (${answer.subCode ?? answer.code}); check it, ALIPAY_APP_ID and the app’s products in Alipay’s console`
      return call('alipay.trade.query', { outTradeNo: 'handsfree-key-check' }).then(
        () => null,
        (error: Error) => {
          if (error.cause) throw error
          return 'Alipay accepts it, but ALIPAY_PUBLIC_KEY doesn’t verify the answer; copy Alipay’s public key, not the app’s'
        },
      )
    },

    async openSession(request) {
      const { sessionId, amount, subject, returnUrl, cancelUrl, origin, expiresAt, surface } = request
      if (amount.currency !== 'CNY') throw new Error(`Alipay takes CNY only, not ${amount.currency}`)
      if (surface === 'wechat') throw new Error('WeChat’s browser blocks Alipay’s page')
      const isPhone = surface === 'phone'
      const redirectUrl = alipay.pageExecute(
        isPhone ? 'alipay.trade.wap.pay' : 'alipay.trade.page.pay',
        'GET',
        withTime({
          notifyUrl: `${origin}/api/payments/webhook/alipay`,
          returnUrl: new URL(returnUrl, origin).href,
          bizContent: {
            outTradeNo: sessionId,
            totalAmount: yuanOf(amount),
            subject,
            productCode: isPhone ? 'QUICK_WAP_WAY' : 'FAST_INSTANT_TRADE_PAY',
            timeExpire: beijingTime(expiresAt),
            ...(isPhone ? { quitUrl: new URL(cancelUrl, origin).href } : {}),
          },
        }),
      )
      return { reference: sessionId, redirectUrl }
    },

    parseWebhook(raw) {
      const refuse = () => new ApiError(errorCodes.signatureNotMatch, 'signature not match')
      const form = Object.fromEntries(new URLSearchParams(raw.toString('utf8')))
      // The SDK would also accept SHA-1.
      if (form.sign_type !== 'RSA2' || !alipay.checkNotifySignV2(form)) throw refuse()
      const parsed = v.safeParse(Notification, form)
      if (!parsed.success) throw new ApiError(errorCodes.paramError, 'unknown notification')
      const { app_id, seller_id, notify_id } = parsed.output
      if (app_id !== appId || (sellerId && seller_id !== sellerId)) throw refuse()
      return { eventId: notify_id, update: toUpdate(parsed.output) }
    },

    sessionOf: async (paymentReference) => paymentReference,

    methodOf: async () => 'alipay',

    async sessionState(reference) {
      return (await queryTrade(reference)) ?? { outcome: 'unopened', amount: null }
    },

    async endSession(reference) {
      const answer = await call('alipay.trade.close', { outTradeNo: reference })
      if (answer.code === '10000') return { outcome: 'expired', amount: null }
      // Alipay can't close a page that nobody has opened. If it is paid later, the notification leads to a refund.
      return (await queryTrade(reference)) ?? { outcome: 'expired', amount: null }
    },

    async refund(request) {
      const answer = await call('alipay.trade.refund', {
        outTradeNo: request.reference,
        refundAmount: yuanOf(request.amount),
        outRequestNo: requestNumberOf(request),
      })
      if (answer.subCode === 'ACQ.TRADE_HAS_FINISHED')
        return { outcome: 'tooLate', reason: describeAnswer(answer) }
      if (answer.code !== '10000') return { outcome: 'failed', reason: describeAnswer(answer) }
      // `N` for a repeated request, and while a bank is processing it.
      return v.parse(Refund, answer).fundChange === 'Y'
        ? { outcome: 'refunded', reason: null }
        : ((await queryRefund(request)) ?? { outcome: 'accepted', reason: null })
    },

    refundState: queryRefund,

    async complaints(since) {
      const complaints: Complaint[] = []
      for (let number = 1, last = 1; number <= last; number += 1) {
        const answer = await call('alipay.merchant.tradecomplain.batchquery', {
          beginTime: beijingTime(since),
          pageNum: number,
          pageSize: complaintPageSize,
        })
        if (answer.code !== '10000') throw new Error(`Alipay refuses complaints: ${describeAnswer(answer)}`)
        const page = v.parse(Complaints, answer)
        last = page.totalPageNum
        for (const complaint of page.tradeComplainInfos)
          complaints.push({
            disputeId: complaint.complainEventId,
            sessionId: complaint.merchantOrderNo,
            reason: complaint.complainReason,
            state: endedComplaints.includes(complaint.status) ? 'closed' : 'open',
          })
      }
      return complaints
    },

    async bill(day) {
      const answer = await call('alipay.data.dataservice.bill.downloadurl.query', {
        billType: 'trade',
        billDate: day,
      })
      // Without trades, a day has no bill.
      if (/bill_not_exist/i.test(answer.subCode ?? '')) return []
      if (answer.code !== '10000') throw new Error(`Alipay refuses a bill: ${describeAnswer(answer)}`)
      const address = new URL(v.parse(BillAddress, answer).billDownloadUrl)
      if (!address.hostname.endsWith('.alipay.com') && address.host !== (gateway && new URL(gateway).host))
        throw new Error(`Alipay’s bill is at an unexpected host: ${address.host}`)
      const response = await fetch(address, { signal: timeLimit(billTimeoutMs) })
      if (!response.ok) throw new Error(`Alipay’s bill can’t be downloaded: ${response.status}`)
      return readBillLines(new Uint8Array(await response.arrayBuffer()))
    },
  }
}
