import {
  createCipheriv,
  createHash,
  createSign,
  createVerify,
  generateKeyPairSync,
  randomBytes,
  randomUUID,
} from 'node:crypto'
import { listen } from './stand-ins.ts'

type Order = {
  out_trade_no: string
  mchid: string
  trade_state: string
  amount: { total: number; currency: string }
  refunded: number
  /** Day of the payment in Beijing. */
  day?: string
}
type Refund = {
  out_refund_no: string
  status: string
  amount: { refund: number }
  out_trade_no: string
  day: string
}
type BridgeRequest = Record<string, string | undefined>
type Sent = { method: string; path: string; body: Record<string, unknown> }

const dayInBeijing = (time: Date): string =>
  new Date(time.getTime() + 8 * 3_600_000).toISOString().slice(0, 10)

const newKeys = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })

/**
 * WeChat Pay's API v3. It refuses unsigned requests and signs its answers. `pay` pays an order and sends the
 * notification. `refundStatus` is the status of new refunds. It plays WeChat's authorization at the same address.
 */
export async function startWechatPay(now: () => Date) {
  const merchant = newKeys()
  const platform = newKeys()
  const merchantId = '1900000109'
  const settings = {
    merchantId,
    appId: 'wxd678efh567hg6787',
    appSecret: randomBytes(16).toString('hex'),
    serial: '5157F09EFDC096DE15EBE81A47057A7232F1B8E1',
    privateKey: merchant.privateKey,
    apiV3Key: randomBytes(16).toString('hex'),
    publicKey: platform.publicKey,
    publicKeyId: 'PUB_KEY_ID_0119000001092026112100000001',
  }
  const orders = new Map<string, Order>()
  const refunds = new Map<string, Refund>()
  const sent: Sent[] = []
  const complaints: ({ day: string } & Record<string, unknown>)[] = []
  const trouble = { refundStatus: 'PROCESSING', signs: true, hasCertificates: true, refusesOrders: false }
  const headersOf = (body: string, { privateKey = platform.privateKey, time = now() } = {}) => {
    const timestamp = String(Math.floor(time.getTime() / 1000))
    const nonce = randomBytes(16).toString('hex')
    const text = `${timestamp}\n${nonce}\n${body}\n`
    return {
      'content-type': 'application/json',
      'wechatpay-serial': settings.publicKeyId,
      'wechatpay-timestamp': timestamp,
      'wechatpay-nonce': nonce,
      'wechatpay-signature': createSign('RSA-SHA256').update(text).sign(privateKey, 'base64'),
    }
  }
  const isSigned = (authorization: string, method: string, path: string, body: string) => {
    const [scheme, rest = ''] = authorization.split(' ')
    const field = (name: string) => new RegExp(`${name}="([^"]*)"`).exec(rest)?.[1] ?? ''
    const text = `${method}\n${path}\n${field('timestamp')}\n${field('nonce_str')}\n${body}\n`
    const isFresh = Math.abs(now().getTime() / 1000 - Number(field('timestamp'))) <= 300
    return (
      scheme === 'WECHATPAY2-SHA256-RSA2048' &&
      isFresh &&
      field('mchid') === merchantId &&
      field('serial_no') === settings.serial &&
      createVerify('RSA-SHA256').update(text).verify(merchant.publicKey, field('signature'), 'base64')
    )
  }
  const seal = (associated_data: string, text: string) => {
    const nonce = randomBytes(6).toString('hex')
    const cipher = createCipheriv('aes-256-gcm', settings.apiV3Key, nonce)
    cipher.setAAD(Buffer.from(associated_data))
    const sealed = Buffer.concat([cipher.update(text), cipher.final(), cipher.getAuthTag()])
    return {
      algorithm: 'AEAD_AES_256_GCM',
      ciphertext: sealed.toString('base64'),
      associated_data,
      nonce,
    }
  }
  const billOf = (day: string): string => {
    const yuan = (amount = 0) => (amount / 100).toFixed(2)
    const lines = [
      ...[...orders.values()]
        .filter((order) => order.day === day)
        .map((order) => [order.out_trade_no, 'SUCCESS', yuan(order.amount.total), '0', '0.00', '']),
      ...[...refunds.values()]
        .filter((refund) => refund.day === day)
        .map(({ out_trade_no, out_refund_no, status, amount }) => [
          out_trade_no,
          'REFUND',
          '0.00',
          out_refund_no,
          yuan(amount.refund),
          status,
        ]),
    ]
    return [
      '\uFEFF交易时间,商户订单号,交易状态,订单金额,商户退款单号,申请退款金额,退款状态,商品名称',
      ...lines.map((line) =>
        [`${day} 12:00:00`, ...line, 'Handsfree'].map((value) => `\`${value}`).join(','),
      ),
      '总交易单数,应结订单总金额,退款总金额',
      `\`${lines.length},\`0.00,\`0.00`,
      '',
    ].join('\r\n')
  }
  const openids = new Map<string, string>()
  /** WeChat's authorization and openid, which no signature protects. */
  const authorize = ({ pathname, searchParams }: URL): { location: string } | { answer: object } | null => {
    const field = (name: string) => searchParams.get(name) ?? ''
    const isOurs = field('appid') === settings.appId
    if (pathname === '/connect/oauth2/authorize') {
      if (!isOurs || field('response_type') !== 'code' || field('scope') !== 'snsapi_base') return null
      const back = new URL(field('redirect_uri'))
      const code = randomBytes(16).toString('hex')
      openids.set(code, `o${randomBytes(13).toString('hex')}`)
      back.searchParams.set('code', code)
      back.searchParams.set('state', field('state'))
      return { location: back.href }
    }
    if (pathname !== '/sns/oauth2/access_token') return null
    if (!isOurs) return { answer: { errcode: 40013, errmsg: 'invalid appid' } }
    if (field('secret') !== settings.appSecret)
      return { answer: { errcode: 40125, errmsg: 'invalid appsecret' } }
    const openid = openids.get(field('code'))
    openids.delete(field('code'))
    return { answer: openid ? { access_token: 'token', openid } : { errcode: 40029, errmsg: 'invalid code' } }
  }
  const answerOf = (method: string, path: string, body: Record<string, unknown>): [number, object | null] => {
    const unknown: [number, object] = [404, { code: 'ORDER_NOT_EXIST', message: 'no such order' }]
    const { pathname, searchParams } = new URL(path, 'http://localhost')
    if (pathname === '/v3/certificates')
      return trouble.hasCertificates
        ? [200, { data: [{ encrypt_certificate: seal('certificate', '-----BEGIN CERTIFICATE-----') }] }]
        : [404, { code: 'RESOURCE_NOT_EXISTS', message: 'no certificates' }]
    const [, , area = '', ...rest] = pathname.split('/')
    if (pathname === '/v3/merchant-service/complaints-v2') {
      const field = (name: string) => Number(searchParams.get(name))
      if (searchParams.get('complainted_mchid') !== merchantId || field('limit') > 50)
        return [400, { code: 'PARAM_ERROR' }]
      const day = (name: string) => searchParams.get(name) ?? ''
      const [begin, end] = [day('begin_date'), day('end_date')]
      if (Date.parse(end) - Date.parse(begin) > 30 * 86_400_000) return [400, { code: 'PARAM_ERROR' }]
      const listed = complaints.filter(({ day: made }) => begin <= made && made <= end)
      const offset = field('offset')
      const data = listed.slice(offset, offset + field('limit'))
      return [200, { data, offset, ...(offset === 0 ? { total_count: listed.length } : {}) }]
    }
    if (area === 'bill') {
      const day = searchParams.get('bill_date') ?? ''
      const bill = billOf(day)
      if (!bill.includes('Handsfree')) return [400, { code: 'NO_STATEMENT_EXIST' }]
      const hash_value = createHash('sha1').update(bill).digest('hex')
      const download_url = `https://api.mch.weixin.qq.com/v3/billdownload/file?token=${day}`
      return [200, { hash_type: 'SHA1', hash_value, download_url }]
    }
    if (area === 'refund') {
      const number = String(rest[2] ?? body.out_refund_no)
      const known = refunds.get(number)
      if (method === 'GET') return known ? [200, known] : [404, { code: 'RESOURCE_NOT_EXISTS' }]
      if (known) return [200, known]
      const order = orders.get(String(body.out_trade_no))
      const amount = body.amount as { refund: number; total: number }
      if (!order || order.trade_state === 'NOTPAY') return unknown
      if (amount.total !== order.amount.total || order.refunded + amount.refund > order.amount.total)
        return [400, { code: 'PARAM_ERROR', message: 'more than was paid' }]
      const made = {
        out_refund_no: number,
        status: trouble.refundStatus,
        amount,
        out_trade_no: order.out_trade_no,
        day: dayInBeijing(now()),
      }
      if (made.status !== 'CLOSED')
        Object.assign(order, { refunded: order.refunded + amount.refund, trade_state: 'REFUND' })
      refunds.set(number, made)
      return [200, made]
    }
    const [, kind, id = '', action] = rest
    if (kind === 'out-trade-no') {
      const order = orders.get(id)
      if (!order) return unknown
      if (action !== 'close') return [200, order]
      if (order.trade_state === 'SUCCESS') return [400, { code: 'ORDERPAID', message: 'paid' }]
      order.trade_state = 'CLOSED'
      return [204, null]
    }
    const number = String(body.out_trade_no)
    if (trouble.refusesOrders) return [403, { code: 'NO_AUTH', message: 'no such product' }]
    const { total, currency } = body.amount as Order['amount']
    if (kind === 'jsapi') {
      if (!/^o[\da-f]{26}$/.test((body.payer as { openid?: string })?.openid ?? ''))
        return [400, { code: 'PARAM_ERROR', message: 'invalid openid' }]
    }
    const made = { out_trade_no: number, mchid: merchantId, trade_state: 'NOTPAY', refunded: 0 }
    orders.set(number, orders.get(number) ?? { ...made, amount: { total, currency } })
    const pages: Record<string, object> = {
      native: { code_url: `weixin://wxpay/bizpayurl?pr=${number}` },
      h5: { h5_url: `https://wx.tenpay.com/cgi-bin/mmpayweb-bin/checkmweb?prepay_id=${number}&package=1` },
      jsapi: { prepay_id: `wx${number}` },
    }
    return [200, pages[kind ?? ''] ?? null]
  }
  const standIn = await listen(({ method = '', url = '', headers }, raw, response) => {
    const authorization = authorize(new URL(url, 'http://localhost'))
    if (authorization && 'location' in authorization) return void response.writeHead(302, authorization).end()
    if (authorization) return void response.end(JSON.stringify(authorization.answer))
    const text = raw.toString()
    const isOurs = isSigned(String(headers.authorization), method, url, text)
    const body = text ? JSON.parse(text) : {}
    sent.push({ method, path: url, body })
    if (isOurs && url.startsWith('/v3/billdownload/'))
      return void response.writeHead(200).end(billOf(url.replace(/.*token=/, '')))
    const [status, answer] = isOurs
      ? answerOf(method, url, body)
      : [401, { code: 'SIGN_ERROR', message: 'wrong signature' }]
    const said = answer ? JSON.stringify(answer) : ''
    response.writeHead(status, trouble.signs && isOurs ? headersOf(said) : {}).end(said)
  })
  /** A notification as WeChat Pay sends it. */
  const notice = (
    event_type: string,
    content: object,
    given: Parameters<typeof headersOf>[1] & { id?: string } = {},
  ) => {
    const resource = seal('transaction', JSON.stringify(content))
    const body = JSON.stringify({ id: given.id ?? randomUUID(), event_type, resource })
    return { body, headers: headersOf(body, given) }
  }
  const tell = async (webhook: string, { body, headers }: ReturnType<typeof notice>): Promise<number> =>
    (await fetch(webhook, { method: 'POST', headers, body })).status
  const payment = (id: string, given: Parameters<typeof notice>[2] = {}) => {
    const order = orders.get(id)
    if (order) Object.assign(order, { trade_state: 'SUCCESS', day: dayInBeijing(now()) })
    return notice('TRANSACTION.SUCCESS', { ...order, out_trade_no: id }, given)
  }
  return {
    ...standIn,
    settings: { ...settings, url: standIn.url },
    otherKey: merchant.privateKey,
    orders,
    refunds,
    sent,
    trouble,
    tell,
    payment,
    pay: (id: string, webhook: string) => tell(webhook, payment(id)),
    /** Verifies a request of the bridge inside WeChat. Returns its order's number. */
    orderOfBridge({
      appId,
      timeStamp,
      nonceStr,
      package: packed = '',
      signType,
      paySign = '',
    }: BridgeRequest) {
      const text = `${appId}\n${timeStamp}\n${nonceStr}\n${packed}\n`
      const isValid = createVerify('RSA-SHA256').update(text).verify(merchant.publicKey, paySign, 'base64')
      if (!isValid || signType !== 'RSA' || appId !== settings.appId) throw new Error('invalid paySign')
      return packed.replace('prepay_id=wx', '')
    },
    /** Complains about an order, or ends its complaint. */
    complain(id: string, state: 'PENDING' | 'PROCESSED') {
      const known = complaints[0]
      complaints.splice(0, complaints.length, {
        day: state === 'PROCESSED' && known ? known.day : dayInBeijing(now()),
        complaint_id: `2002018202001010${id.slice(0, 12)}`,
        complaint_detail: 'Please call 13900000000',
        complaint_state: state,
        complaint_order_info: [{ transaction_id: `42000${id}`, out_trade_no: id, amount: 1 }],
        problem_type: 'REFUND',
      })
    },
    complaints,
    endRefund(number: string, status: string, webhook: string): Promise<number> {
      Object.assign(refunds.get(number) ?? {}, { status })
      const content = { mchid: merchantId, out_refund_no: number, refund_status: status }
      return tell(webhook, notice(`REFUND.${status}`, content))
    },
  }
}
