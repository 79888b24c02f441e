import * as v from 'valibot'
import { getCall, postCall } from './call.ts'
import { Currency } from './common.ts'

/** The seller, as the law asks it to be named. */
export const Company = v.object({
  name: v.string(),
  address: v.nullable(v.string()),
  registration: v.nullable(v.string()),
  email: v.nullable(v.string()),
  icpNumber: v.nullable(v.string()),
  taxNumber: v.nullable(v.string()),
  /** Tax that prices include, by currency. Without one, receipts have no tax line. Older servers omit it. */
  taxRates: v.optional(v.array(v.object({ currency: Currency, percent: v.number() })), []),
})
export type Company = v.InferOutput<typeof Company>

export const getContact = getCall('/op-config/contact', {
  summary: 'Returns the phone number of customer service and the company behind it.',
  audience: 'anyone',
  // Older servers return the number only.
  result: v.object({ phone: v.string(), company: v.optional(Company) }),
})

const signature = [
  {
    name: 'X-Signature',
    required: true,
    description: 'SHA-256 in hex of the concatenated timestamp, static key and path (including /api).',
  },
  {
    name: 'X-Timestamp',
    required: true,
    description: 'Current time in milliseconds since 1970, within 5 minutes of the server’s clock.',
  },
] as const

/** Signed with X-Signature and X-Timestamp (spec section 7). */
export const getDecryptionKey = postCall('/oss/secrets/dk', {
  summary:
    'Returns the key that decrypts the configuration, in Base64. The request must be signed. With a token, the key belongs to that account.',
  audience: 'anyoneOrTraveller',
  headers: signature,
  result: v.string(),
  errors: [1001],
})

export const getConfigurationSecrets = postCall('/oss/secrets/ck', {
  summary:
    'Returns the broker configuration: Base64 of a JSON object with mqttHostDomain, mqttUsername, mqttPassword and mqttWSSPort, each encrypted with AES-ECB/PKCS7 and Base64-encoded. The request must be signed. With a token, the credentials belong to that account.',
  audience: 'anyoneOrTraveller',
  headers: signature,
  result: v.string(),
  errors: [1001],
})
