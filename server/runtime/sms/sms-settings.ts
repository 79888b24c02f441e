import type { Templates } from './templates.ts'

export const smsGateways = ['http', 'twilio', 'alibaba', 'tencent'] as const
export type SmsGateway = (typeof smsGateways)[number]
/** `off`: no text messages at all. */
export const gatewayChoices = [...smsGateways, 'off'] as const

type Common = {
  url: string
  token: string
  signature: string | null
  templates: Templates
  /** End of the address to which gateways without signatures send their reports; null refuses them. */
  reportSecret: string | null
}

export type SmsSettings = Common &
  (
    | { gateway: 'http'; sender: string }
    | { gateway: 'twilio'; account: string; sender: string }
    | { gateway: 'alibaba'; account: string; signature: string }
    | { gateway: 'tencent'; account: string; signature: string; app: string; region: string }
  )
