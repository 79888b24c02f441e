import * as v from 'valibot'
import { getCall, postCall } from './call.ts'

export const getContact = getCall('/op-config/contact', {
  summary: 'Phone number of customer service.',
  audience: 'anyone',
  result: v.object({ phone: v.string() }),
})

const signature = [
  {
    name: 'X-Signature',
    required: true,
    description: 'SHA-256 hex of timestamp, static key and path (with /api), one after the other.',
  },
  { name: 'X-Timestamp', required: true, description: 'Milliseconds since 1970, at most five minutes off.' },
] as const

/** Signed with X-Signature and X-Timestamp (spec section 7). */
export const getDecryptionKey = postCall('/oss/secrets/dk', {
  summary:
    'Base64 of the key that decrypts the configuration. Signed; with a token the key is that account’s.',
  audience: 'anyoneOrTraveller',
  headers: signature,
  result: v.string(),
  errors: [1001],
})

export const getConfigurationSecrets = postCall('/oss/secrets/ck', {
  summary:
    'Base64 of a JSON object with mqttHostDomain, mqttUsername, mqttPassword and mqttWSSPort, each AES-ECB/PKCS7 encrypted and base64 encoded. Signed; with a token the values are that account’s alone.',
  audience: 'anyoneOrTraveller',
  headers: signature,
  result: v.string(),
  errors: [1001],
})
