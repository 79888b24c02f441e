import * as v from 'valibot'
import { getCall } from './call.ts'

/** Facts of the privacy policy that depend on the server's settings. */
export const PrivacyFacts = v.object({
  /** Days after which data is deleted; 0 keeps it forever. A session ends after `sessions` days, or `idleSessions` unused. */
  keepDays: v.object({
    photos: v.number(),
    traces: v.number(),
    messages: v.number(),
    logs: v.number(),
    sessions: v.number(),
    idleSessions: v.number(),
  }),
  /** Kinds of outside services that process personal data. */
  processors: v.object({
    payments: v.boolean(),
    textMessages: v.boolean(),
    mail: v.boolean(),
    pushMessages: v.boolean(),
    storage: v.boolean(),
  }),
  /** Where travellers are served, such as `EU`. */
  markets: v.array(v.string()),
})
export type PrivacyFacts = v.InferOutput<typeof PrivacyFacts>

export const getPrivacyFacts = getCall('/op-config/privacy', {
  summary: 'Returns how long data is kept, the kinds of services that process it, and the markets served.',
  audience: 'anyone',
  result: PrivacyFacts,
})
