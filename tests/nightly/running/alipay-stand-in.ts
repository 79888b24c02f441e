import { createSign, createVerify, generateKeyPairSync, randomUUID } from 'node:crypto'
import { zipSync } from 'fflate'
import { listen } from './stand-ins.ts'

type Trade = {
  outTradeNo: string
  amount: string
  status: 'WAIT_BUYER_PAY' | 'TRADE_SUCCESS' | 'TRADE_CLOSED'
  paidTime: string | null
}

const newKeys = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })

const contentOf = (fields: Record<string, string>, omitted: string[]): string =>
  Object.keys(fields)
    .filter((name) => !omitted.includes(name) && fields[name] !== '')
    .sort()
    .map((name) => `${name}=${fields[name]}`)
    .join('&')

const gbk = new TextDecoder('gb18030')
const gbkBytes = new Map<string, number[]>()
for (let first = 0x81; first < 0xff; first += 1)
  for (let second = 0x40; second < 0xff; second += 1)
    gbkBytes.set(gbk.decode(Uint8Array.of(first, second)), [first, second])

const encodeGbk = (text: string): Uint8Array =>
  Uint8Array.from([...text].flatMap((character) => gbkBytes.get(character) ?? [character.charCodeAt(0)]))

const cents = (yuan: string) => Math.round(Number(yuan) * 100)

/**
 * Alipay's gateway with one app, which verifies requests and signs answers and notifications. `visit` opens a
 * cashier's URL like a browser, `pay` pays a trade and notifies. Refunds fail if `refunds` is `fail`, succeed without
 * a response if it is `lose`, and are pending if it is `wait`.
 */
export async function startAlipay() {
  const app = newKeys()
  const own = newKeys()
  const settings = {
    appId: '2021000000000001',
    privateKey: app.privateKey,
    publicKey: own.publicKey,
    sellerId: '2088000000000001',
  }
  const trades = new Map<string, Trade>()
  const refunds = new Map<string, { outTradeNo: string; amount: string; isDone: boolean }>()
  const requests: { method: string; fields: Record<string, string>; content: Record<string, string> }[] = []
  const complaints: object[] = []
  const trouble: { refunds: 'none' | 'fail' | 'lose' | 'wait'; answers: 'none' | 'forged' } = {
    refunds: 'none',
    answers: 'none',
  }
  const sign = (content: string) =>
    createSign('RSA-SHA256')
      .update(content, 'utf8')
      .sign(trouble.answers === 'forged' ? app.privateKey : own.privateKey, 'base64')

  /** Returns the business content of a signed request, or Alipay's refusal. */
  const read = (
    fields: Record<string, string>,
  ):
    | { refusal: { sub_code: string } & Record<string, string> }
    | { refusal: null; content: Record<string, string> } => {
    const {
      app_id,
      sign: signature = '',
      sign_type,
      method = '',
      timestamp = '',
      biz_content = '{}',
    } = fields
    const refuse = (subCode: string, subMsg: string) => ({
      refusal: { code: '40002', msg: 'Invalid Arguments', sub_code: subCode, sub_msg: subMsg },
    })
    if (app_id !== settings.appId) return refuse('isv.invalid-app-id', 'the app id is invalid')
    const isSigned = createVerify('RSA-SHA256')
      .update(contentOf(fields, ['sign']), 'utf8')
      .verify(app.publicKey, signature, 'base64')
    if (sign_type !== 'RSA2' || !isSigned) return refuse('isv.invalid-signature', 'the signature is invalid')
    if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(timestamp))
      return refuse('isv.invalid-timestamp', 'the timestamp is invalid')
    const content = JSON.parse(biz_content) as Record<string, string>
    requests.push({ method, fields, content })
    return { refusal: null, content }
  }

  const missing = {
    code: '40004',
    msg: 'Business Failed',
    sub_code: 'ACQ.TRADE_NOT_EXIST',
    sub_msg: 'the trade does not exist',
  }
  const success = { code: '10000', msg: 'Success' }

  const refundOf = (trade: Trade, { refund_amount = '', out_request_no = '' }: Record<string, string>) => {
    const known = refunds.get(out_request_no)
    if (known) return { ...success, out_trade_no: trade.outTradeNo, fund_change: 'N' }
    if (trouble.refunds === 'fail')
      return {
        code: '40004',
        msg: 'Business Failed',
        sub_code: 'ACQ.SELLER_BALANCE_NOT_ENOUGH',
        sub_msg: 'the balance is too low',
      }
    const refunded = [...refunds.values()]
      .filter(({ outTradeNo }) => outTradeNo === trade.outTradeNo)
      .reduce((sum, { amount }) => sum + cents(amount), 0)
    const left = cents(trade.amount) - refunded - cents(refund_amount)
    if (trade.status !== 'TRADE_SUCCESS' || left < 0)
      return {
        code: '40004',
        msg: 'Business Failed',
        sub_code: 'ACQ.REFUND_AMT_NOT_EQUAL_TOTAL',
        sub_msg: 'the amount is too high',
      }
    const isDone = trouble.refunds !== 'wait'
    refunds.set(out_request_no, { outTradeNo: trade.outTradeNo, amount: refund_amount, isDone })
    if (left === 0) trade.status = 'TRADE_CLOSED'
    return { ...success, out_trade_no: trade.outTradeNo, fund_change: isDone ? 'Y' : 'N' }
  }

  /** A zip archive of the day's table and its summary. A refund is of its payment's day. */
  const billOf = (day: string): Uint8Array | null => {
    const ofDay = [...trades.values()].filter(({ paidTime }) => paidTime?.startsWith(day))
    if (ofDay.length === 0) return null
    const lines = ofDay.flatMap(({ outTradeNo, amount }) => [
      [outTradeNo, '交易', amount, ''],
      ...[...refunds]
        .filter(([, refund]) => refund.outTradeNo === outTradeNo && refund.isDone)
        .map(([number, refund]) => [outTradeNo, '退款', `-${refund.amount}`, number]),
    ])
    const table = [
      '#支付宝业务明细查询',
      '#-----------------------------------------业务明细列表----------------------------------------',
      '支付宝交易号,商户订单号,业务类型,商品名称,订单金额（元）,退款批次号/请求号,备注',
      ...lines.map(([trade, kind, amount, number]) =>
        [`2026${trade}`, trade, kind, 'Handsfree', amount, number, ''].map((value) => `${value}\t`).join(','),
      ),
      '#-----------------------------------------业务明细列表结束------------------------------------',
      `#交易合计：${lines.length}笔`,
    ]
    return zipSync({
      'summary.csv': encodeGbk('#支付宝业务汇总查询\n门店编号,门店名称,交易订单总笔数\n'),
      'details.csv': encodeGbk(table.join('\n')),
    })
  }

  const answerOf = (method: string, content: Record<string, string>): object => {
    if (method === 'alipay.data.dataservice.bill.downloadurl.query')
      return billOf(content.bill_date ?? '')
        ? { ...success, bill_download_url: `${standIn.url}/bill?day=${content.bill_date}` }
        : { ...missing, sub_code: 'isp.bill_not_exist' }
    if (method === 'alipay.merchant.tradecomplain.batchquery') {
      const size = Number(content.page_size)
      const start = (Number(content.page_num) - 1) * size
      return {
        ...success,
        total_page_num: Math.ceil(complaints.length / size),
        trade_complain_infos: complaints.slice(start, start + size),
      }
    }
    const trade = trades.get(content.out_trade_no ?? '')
    if (!trade) return missing
    switch (method) {
      case 'alipay.trade.query':
        return {
          ...success,
          out_trade_no: trade.outTradeNo,
          trade_status: trade.status,
          total_amount: trade.amount,
          buyer_logon_id: '159****5620',
          ...(trade.paidTime ? { send_pay_date: trade.paidTime } : {}),
        }
      case 'alipay.trade.close':
        if (trade.status !== 'WAIT_BUYER_PAY')
          return { ...missing, sub_code: 'ACQ.TRADE_STATUS_ERROR', sub_msg: 'the trade cannot be closed' }
        trade.status = 'TRADE_CLOSED'
        return { ...success, out_trade_no: trade.outTradeNo }
      case 'alipay.trade.refund':
        return refundOf(trade, content)
      case 'alipay.trade.fastpay.refund.query': {
        const { out_request_no = '' } = content
        const refund = refunds.get(out_request_no)
        if (!refund) return success
        return { ...success, out_request_no, ...(refund.isDone ? { refund_status: 'REFUND_SUCCESS' } : {}) }
      }
      default:
        return { code: '40001', msg: 'Missing Method', sub_code: 'isv.missing-method' }
    }
  }

  /** Creates the trade of a request for a page. Returns its number, or Alipay's refusal. */
  const createTrade = (fields: Record<string, string>): string => {
    const request = read(fields)
    if (request.refusal) return request.refusal.sub_code
    const { out_trade_no: outTradeNo = '', total_amount: amount = '' } = request.content
    if (!trades.has(outTradeNo))
      trades.set(outTradeNo, { outTradeNo, amount, status: 'WAIT_BUYER_PAY', paidTime: null })
    return outTradeNo
  }

  const standIn = await listen(({ method: verb, url = '' }, body, response) => {
    if (url.startsWith('/bill?')) return void response.writeHead(200).end(billOf(url.replace(/.*day=/, '')))
    if (verb === 'GET') {
      const fields = Object.fromEntries(new URL(url, standIn.url).searchParams)
      return void response
        .writeHead(200, { 'content-type': 'text/html;charset=utf-8' })
        .end(`<p>${createTrade(fields)}</p><a href="${fields.return_url}">return</a>`)
    }
    const fields = Object.fromEntries([
      ...new URL(url, standIn.url).searchParams,
      ...new URLSearchParams(body.toString()),
    ])
    const { method = '' } = fields
    const request = read(fields)
    const answer = JSON.stringify(request.refusal ?? answerOf(method, request.content))
    if (method === 'alipay.trade.refund' && trouble.refunds === 'lose') return void response.destroy()
    const name = `${method.replaceAll('.', '_')}_response`
    response
      .writeHead(200, { 'content-type': 'text/html;charset=utf-8' })
      .end(`{"${name}":${answer},"sign":"${sign(answer)}"}`)
  })

  /** Sends a signed notification. Returns the response's status and body. */
  const notify = async (notifyUrl: string, fields: Record<string, string>) => {
    const signed = { charset: 'utf-8', version: '1.0', sign_type: 'RSA2', ...fields }
    const form = { ...signed, sign: sign(contentOf(signed, ['sign_type'])) }
    const response = await fetch(notifyUrl, { method: 'POST', body: new URLSearchParams(form) })
    return `${response.status} ${await response.text()}`
  }

  const notificationOf = (trade: Trade) => ({
    notify_id: randomUUID(),
    notify_type: 'trade_status_sync',
    notify_time: '2026-11-21 10:00:00',
    app_id: settings.appId,
    seller_id: settings.sellerId,
    out_trade_no: trade.outTradeNo,
    trade_no: `2026112122001${trade.outTradeNo}`,
    trade_status: trade.status,
    total_amount: trade.amount,
    subject: '行李 + 100% & 更多',
    ...(trade.paidTime ? { gmt_payment: trade.paidTime } : {}),
  })

  return {
    ...standIn,
    gateway: `${standIn.url}/gateway.do`,
    settings,
    trades,
    complaints,
    refunds,
    requests,
    trouble,
    notify,
    notificationOf,
    /** Opens a cashier's URL, which creates the trade. Returns its number, or Alipay's refusal. */
    visit: (redirectUrl: string) => createTrade(Object.fromEntries(new URL(redirectUrl).searchParams)),
    /** Complains about a trade, or ends its complaint. */
    complain(outTradeNo: string, status: 'MERCHANT_PROCESSING' | 'FINISHED') {
      complaints.splice(0, complaints.length, {
        complain_event_id: `2026${outTradeNo}`,
        status,
        merchant_order_no: outTradeNo,
        complain_reason: '商家未履约',
        content: 'Please call 13900000000',
        phone_no: '13900000000',
      })
    },
    /** Pays a trade and returns its notification. */
    pay(outTradeNo: string) {
      const trade = trades.get(outTradeNo)
      if (!trade) throw new Error(`no trade ${outTradeNo}`)
      Object.assign(trade, { status: 'TRADE_SUCCESS', paidTime: '2026-11-21 10:00:00' })
      return notificationOf(trade)
    },
  }
}
