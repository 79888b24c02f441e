import type { Locale, Phone } from '@handsfree/core/contract'
import { escapeUnprintable } from '@handsfree/core/lib'
import { policy } from '@handsfree/core/policy'
import pc from 'picocolors'
import { timeLimit } from '../clock.ts'
import type { Services, Sms } from '../services.ts'

const minutes = policy.codeValidSeconds / 60

export const codeText: Record<Locale, (code: string) => string> = {
  'en-US': (code) => `${code} is your Handsfree code. It's good for ${minutes} minutes. Don't share it.`,
  'zh-CN': (code) => `您的 Handsfree 验证码是 ${code}，${minutes} 分钟内有效，请勿告诉他人。`,
}

/** The gateway rejected the message. After any other error, it may have been sent. */
export class MessageRefused extends Error {
  override name = 'MessageRefused'
}

/** Prints messages in the demo's terminal, with the last digits of the number. */
export const consoleSms = (print: (line: string) => void): Sms => {
  const show = ({ dialCode, phoneNumber }: Phone, words: string) =>
    print(`${pc.dim('SMS')}  +${dialCode} …${phoneNumber.slice(-4)}  ${words}`)
  return {
    sendVerificationCode: async (phone, code) => show(phone, pc.bold(code)),
    sendText: async (phone, text) => show(phone, escapeUnprintable(text)),
  }
}

/** Statuses of a proxy whose gateway didn't answer. */
const noAnswerStatuses = new Set([502, 504])

/**
 * HTTP gateway: POSTs `{ to, from, text }` with a bearer token. Throws unless it answers 2xx within 5 s;
 * `MessageRefused` if the gateway itself rejected it.
 */
export function gatewaySms(
  gateway: NonNullable<Services['settings']['sms']>,
  send: typeof globalThis.fetch = fetch,
): Sms {
  async function sendText({ dialCode, phoneNumber }: Phone, text: string): Promise<void> {
    const response = await send(gateway.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${gateway.token}` },
      body: JSON.stringify({ to: `+${dialCode}${phoneNumber}`, from: gateway.sender, text }),
      signal: timeLimit(5_000),
    })
    if (response.ok) return
    const message = `the gateway responded with ${response.status}`
    throw noAnswerStatuses.has(response.status) ? new Error(message) : new MessageRefused(message)
  }
  return {
    sendText,
    sendVerificationCode: (phone, code, locale) => sendText(phone, codeText[locale](code)),
  }
}
