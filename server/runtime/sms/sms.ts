import type { Locale, Phone } from '@handsfree/core/contract'
import { brandInText } from '@handsfree/core/i18n'
import { escapeUnprintable } from '@handsfree/core/lib'
import { policy } from '@handsfree/core/policy'
import pc from 'picocolors'
import { rehearsalMark } from '../rehearsal.ts'
import type { Services, Sms } from '../services.ts'
import type { Settings } from '../settings/settings.ts'
import { alibabaGateway } from './alibaba.ts'
import { type Fetch, type Gateway, MessageRefused } from './gateway.ts'
import { httpGateway } from './http-gateway.ts'
import type { SmsSettings } from './sms-settings.ts'
import { tencentGateway } from './tencent.ts'
import { twilioGateway } from './twilio.ts'

const minutes = policy.codeValidSeconds / 60

export const codeText: Record<Locale, (code: string, brand: string) => string> = {
  'en-US': (code, brand) =>
    `${code} is your ${brand} code. It's good for ${minutes} minutes. Don't share it.`,
  'zh-CN': (code, brand) =>
    `您的${brandInText('zh-CN', brand)}验证码是 ${code}，${minutes} 分钟内有效，请勿告诉他人。`,
}

/** Prints messages in the demo's terminal, with the last digits of the number. */
export const consoleSms = (print: (line: string) => void): Sms => {
  const show = ({ dialCode, phoneNumber }: Phone, words: string) =>
    print(`${pc.dim('SMS')}  +${dialCode} …${phoneNumber.slice(-4)}  ${words}`)
  return {
    async sendVerificationCode(phone, code) {
      show(phone, pc.bold(code))
      return null
    },
    async sendText(phone, { text }) {
      show(phone, escapeUnprintable(text))
      return null
    },
    reports: null,
  }
}

/** Refuses every message. */
export const switchedOffSms = (): Sms => {
  const refuse = () => Promise.reject(new MessageRefused('text messages are switched off'))
  return { sendVerificationCode: refuse, sendText: refuse, reports: null }
}

/** Where gateways send their delivery reports; the last part is `twilio` or the secret. */
export const reportPath = '/api/text-messages/reports'

/** A rehearsal sends to the listed numbers only. */
const restrict =
  (send: Gateway['send'], { smsNumbers }: { smsNumbers: readonly string[] }): Gateway['send'] =>
  async (phone, message) => {
    if (!smsNumbers.includes(`+${phone.dialCode}${phone.phoneNumber}`))
      throw new MessageRefused('SMS_REHEARSAL_NUMBERS doesn’t list the number')
    return send(phone, { ...message, text: `${rehearsalMark[message.locale]}${message.text}` })
  }

type GatewayServices = Pick<Services, 'now' | 'random'>

function openGateway(
  sms: SmsSettings,
  { publicUrl }: Pick<Settings, 'publicUrl'>,
  services: GatewayServices,
  send: Fetch,
): Gateway {
  switch (sms.gateway) {
    case 'http':
      return httpGateway(sms, send)
    case 'twilio':
      return twilioGateway(sms, send, publicUrl && `${publicUrl}${reportPath}/twilio`)
    case 'alibaba':
      return alibabaGateway(sms, send, services)
    case 'tencent':
      return tencentGateway(sms, send, services)
  }
}

/**
 * Sends by the configured gateway. The last line of a code's message lets phones fill it in on our pages only
 * (https://wicg.github.io/sms-one-time-codes).
 */
export function gatewaySms(
  sms: SmsSettings,
  { origin, publicUrl, rehearsal }: Pick<Settings, 'publicUrl' | 'rehearsal'> & { origin: string },
  services: GatewayServices,
  fetcher: Fetch = fetch,
): Sms {
  const gateway = openGateway(sms, { publicUrl }, services, fetcher)
  const send = rehearsal ? restrict(gateway.send, rehearsal) : gateway.send
  const { hostname } = new URL(origin)
  return {
    sendText: send,
    sendVerificationCode: (phone, code, { locale, brand }) =>
      send(phone, {
        kind: 'code',
        locale,
        text: `${codeText[locale](code, brand)}\n\n@${hostname} #${code}`,
        values: { code, minutes: String(minutes) },
      }),
    reports: { read: gateway.readReports, answer: gateway.reportAnswer },
  }
}
