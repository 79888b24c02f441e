import * as v from 'valibot'
import { type Fetch, type Gateway, parseReports, post, requireSecret } from './gateway.ts'
import type { SmsSettings } from './sms-settings.ts'
import { fillTemplate } from './templates.ts'

const Answer = v.object({ id: v.pipe(v.string(), v.nonEmpty(), v.maxLength(200)) })

const Reports = v.array(
  v.object({
    id: v.string(),
    state: v.picklist(['delivered', 'undelivered']),
    reason: v.optional(v.string()),
  }),
)

/**
 * A gateway of your own: POSTs JSON with a bearer token. `template` is the configured id, or the kind if none is
 * configured. The answer may have the message's `id` for delivery reports.
 */
export const httpGateway = (
  { url, token, sender, signature, templates, reportSecret }: Extract<SmsSettings, { gateway: 'http' }>,
  send: Fetch,
): Gateway => ({
  async send({ dialCode, phoneNumber }, message) {
    const { kind, locale, text } = message
    const { id, values } = fillTemplate(templates, message)
    const body = JSON.stringify({
      to: `+${dialCode}${phoneNumber}`,
      from: sender,
      text,
      template: id ?? kind,
      params: Object.fromEntries(values),
      locale,
      signature,
    })
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
    const answer = v.safeParse(Answer, await post(send, url, { headers, body }, () => null))
    return answer.success ? answer.output.id : null
  },
  readReports(request) {
    requireSecret(request, reportSecret)
    return parseReports(Reports, request.body).map(({ id, state, reason }) => ({
      messageId: id,
      isDelivered: state === 'delivered',
      reason: reason ?? null,
    }))
  },
  reportAnswer: { code: 0, message: 'ok', result: {} },
})
