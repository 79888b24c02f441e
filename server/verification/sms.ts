import type { Locale } from '@handsfree/core/api'
import { policy } from '@handsfree/core/policy'
import pc from 'picocolors'
import type { Services, Sms } from '../services.ts'

const minutes = policy.codeValidSeconds / 60

const texts: Record<Locale, (code: string) => string> = {
  'en-US': (code) => `${code} is your Handsfree code. It is good for ${minutes} minutes. Do not share it.`,
  'zh-CN': (code) => `您的 Handsfree 验证码是 ${code}，${minutes} 分钟内有效，请勿告诉他人。`,
}

/** The demo's messenger: the code appears in the terminal, beside the end of the number it is for. */
export const consoleSms = (print: (line: string) => void): Sms => ({
  async sendVerificationCode({ dialCode, phoneNumber }, code) {
    print(`${pc.dim('SMS')}  +${dialCode} …${phoneNumber.slice(-4)}  ${pc.bold(code)}`)
  },
})

/**
 * An HTTP gateway: POST of `{ to, from, text }` as JSON with the token as bearer. Any answer but 2xx, or none within
 * 5 s, throws.
 */
export const gatewaySms = (
  gateway: NonNullable<Services['settings']['sms']>,
  send: typeof globalThis.fetch = fetch,
): Sms => ({
  async sendVerificationCode({ dialCode, phoneNumber }, code, locale) {
    const response = await send(gateway.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${gateway.token}` },
      body: JSON.stringify({
        to: `+${dialCode}${phoneNumber}`,
        from: gateway.sender,
        text: texts[locale](code),
      }),
      signal: AbortSignal.timeout(5_000),
    })
    if (!response.ok) throw new Error(`gateway answered ${response.status}`)
  },
})
