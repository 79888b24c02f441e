import * as v from 'valibot'
import { timeLimit } from '../../runtime/clock.ts'
import type { Settings } from '../../runtime/settings/settings.ts'

type Account = Pick<NonNullable<Settings['wechatPay']>, 'appId' | 'appSecret' | 'url'>

const timeoutMs = 5_000

/** `errcode` is WeChat's own, such as 40029 for an invalid code. */
const Answer = v.union([
  v.object({ openid: v.pipe(v.string(), v.minLength(1), v.maxLength(128)) }),
  v.object({ errcode: v.number() }),
])

const wrongAppId = 40013
const wrongSecret = 40125

async function requestOpenid({ appId, appSecret, url }: Account, code: string) {
  const address = new URL('/sns/oauth2/access_token', url ?? 'https://api.weixin.qq.com')
  const query = { appid: appId, secret: appSecret, code, grant_type: 'authorization_code' }
  address.search = String(new URLSearchParams(query))
  const response = await fetch(address, { signal: timeLimit(timeoutMs) })
  return v.parse(Answer, await response.json())
}

/** Page where WeChat silently authorizes us to know the payer's openid, and returns with `code` and `state`. */
export function authorizationUrl({ appId, url }: Account, returnUrl: string, state: string): string {
  const address = new URL('/connect/oauth2/authorize', url ?? 'https://open.weixin.qq.com')
  const query = {
    appid: appId,
    redirect_uri: returnUrl,
    response_type: 'code',
    scope: 'snsapi_base',
    state,
  }
  address.search = String(new URLSearchParams(query))
  address.hash = 'wechat_redirect'
  return address.href
}

/** Returns the openid of the payer that a code names, once per code. It's personal, so it's never stored or logged. */
export async function findOpenid(account: Account, code: string): Promise<string> {
  const answer = await requestOpenid(account, code)
  if ('openid' in answer) return answer.openid
  throw new Error(`WeChat refuses an authorization: ${answer.errcode}`)
}

/** Returns why WeChat rejects the account's secret, or null. Asks with an invalid code, which changes nothing. */
export async function refusesAppSecret(account: Account): Promise<string | null> {
  const answer = await requestOpenid(account, 'handsfree-key-check')
  return 'errcode' in answer && [wrongAppId, wrongSecret].includes(answer.errcode)
    ? `WeChat rejects WECHAT_PAY_APP_SECRET (${answer.errcode}); copy it and WECHAT_PAY_APP_ID from the service account`
    : null
}
