import { createHash } from 'node:crypto'
import { promiseValues } from '@handsfree/core/i18n'
import { codeLimits, policy } from '@handsfree/core/policy'
import { createIntl } from 'react-intl'
import { expect, test } from 'vitest'
import en from '../../../core/i18n/messages/en-US.json' with { type: 'json' }
import zh from '../../../core/i18n/messages/zh-CN.json' with { type: 'json' }

/**
 * Every version of the Terms of Service with a hash of its text; the current one is last. Travellers have agreed to
 * each version, so a changed text or number needs a new version and row.
 */
const versions: { version: string; 'en-US': string; 'zh-CN': string }[] = [
  { version: '2026-11-22', 'en-US': '96a60598bca2dc4e', 'zh-CN': '79ae55212cf1c507' },
  { version: '2026-11-22.2', 'en-US': '96a60598bca2dc4e', 'zh-CN': '2b4679cf1fc0d671' },
  { version: '2026-11-22.3', 'en-US': '3639c3e8a2f6abb9', 'zh-CN': '444e938d3efacc49' },
  { version: '2026-11-23.1', 'en-US': '70bf997c301ecf29', 'zh-CN': 'bc435690150081e5' },
  { version: '2026-11-23.2', 'en-US': 'db93dce026878513', 'zh-CN': '4ad7ede11355524e' },
  { version: '2026-11-23.3', 'en-US': '4b152d7748c18c2e', 'zh-CN': '68043642a673a257' },
  { version: '2026-11-23.4', 'en-US': '03014bb526232950', 'zh-CN': 'e17265cd6d1163f1' },
  { version: '2026-11-23.5', 'en-US': '49af46e9b7a01a95', 'zh-CN': '91fbca488498f546' },
  { version: '2026-11-23.6', 'en-US': 'ea8653434b1b49cf', 'zh-CN': '97e2cdbc273e83ae' },
  { version: '2026-11-24.1', 'en-US': '1122ae4ecef2a40f', 'zh-CN': '746a372fd4b26414' },
  { version: '2026-11-24.2', 'en-US': '65cf4d4c1056986d', 'zh-CN': 'b2e66abf5fb5f634' },
  { version: '2026-11-26.1', 'en-US': '3417a853a2c257f8', 'zh-CN': 'b8708c501921bb0f' },
  { version: '2026-11-26.2', 'en-US': '4f31c1ccdd5179c5', 'zh-CN': '1431d54b82bb041b' },
  { version: '2026-11-27.1', 'en-US': '7dbfe0cd406fe59b', 'zh-CN': 'f14f88f1a732b46d' },
  { version: '2026-11-29.1', 'en-US': 'b59461458187f475', 'zh-CN': 'c5ab3fde3fec628d' },
  { version: '2026-11-29.3', 'en-US': '8219f087126ebd5b', 'zh-CN': '0af7517bb8864c95' },
  { version: '2026-11-30.1', 'en-US': '783de9263b9bf07d', 'zh-CN': 'da47cbd6f7eda184' },
  { version: '2026-11-30.2', 'en-US': 'f89e822b0537ad1f', 'zh-CN': '245a3760be7316a6' },
  { version: '2026-11-30.3', 'en-US': '47f4c6c6f257f630', 'zh-CN': '96c260e4e1f2d938' },
]

/** Every version of the privacy policy, as `versions`. */
const privacyVersions: typeof versions = [
  { version: '2026-11-29.2', 'en-US': '4945cbbbc1064f15', 'zh-CN': 'b679de7f18244c63' },
  { version: '2026-11-30.1', 'en-US': '1d861be74340c141', 'zh-CN': '7d99757dbb5d548d' },
  { version: '2026-11-30.2', 'en-US': '06a90ad98011037c', 'zh-CN': '3e76dcc3c347b839' },
  { version: '2026-11-30.3', 'en-US': '6cd9d1b0967863d4', 'zh-CN': 'a0aa8691ac355c00' },
]

/** Settings of a server, with values that no policy number has. */
const serverFacts = {
  ...{ photos: 1_001, traces: 1_002, messages: 1_003, logs: 1_004, sessions: 1_005, idleSessions: 1_006 },
  knownDeviceDays: codeLimits.knownDevice / 86_400,
}

/** Hash of all messages whose keys match, with their numbers. Line-break hints don't count as a change. */
function hashOf(keys: RegExp, locale: 'en-US' | 'zh-CN', changed: Partial<typeof en>): string {
  const messages = { ...(locale === 'en-US' ? en : zh), ...changed }
  const intl = createIntl({ locale, messages })
  const values = { ...policy, ...serverFacts, ...promiseValues(intl) }
  const clauses = Object.keys(en)
    .filter((key): key is keyof typeof en => keys.test(key))
    .toSorted()
    .map((id) => `${id}: ${intl.formatMessage({ id }, values)}`)
  return createHash('sha256').update(clauses.join('\n').replaceAll('\u00a0', ' ')).digest('hex').slice(0, 16)
}

const termsHash = (locale: 'en-US' | 'zh-CN', changed: Partial<typeof en> = {}) =>
  hashOf(/^terms\.\w+\.(title|text)$/, locale, changed)
const privacyHash = (locale: 'en-US' | 'zh-CN', changed: Partial<typeof en> = {}) =>
  hashOf(/^privacy\.(?!version$)/, locale, changed)

test('has a separate version for every text of the terms, in both languages', () => {
  const { termsVersion: version } = policy
  expect({ version, 'en-US': termsHash('en-US'), 'zh-CN': termsHash('zh-CN') }).toEqual(versions.at(-1))
  expect(new Set(versions.map((known) => known.version)).size).toBe(versions.length)
})

test('changes the hash with every word and number of the terms', () => {
  const words = 'You may cancel free of charge until {freeCancellationHours} hours before pickup.'
  const numbers = words.replace('{freeCancellationHours}', '{refundHours}')
  const hashes = [{}, { 'terms.cancelling.text': words }, { 'terms.cancelling.text': numbers }]
  expect(new Set(hashes.map((changed) => termsHash('en-US', changed))).size).toBe(3)
})

test('has a separate version for every text of the privacy policy, in both languages', () => {
  const { privacyVersion: version } = policy
  expect({ version, 'en-US': privacyHash('en-US'), 'zh-CN': privacyHash('zh-CN') }).toEqual(
    privacyVersions.at(-1),
  )
  expect(new Set(privacyVersions.map((known) => known.version)).size).toBe(privacyVersions.length)
})

test('changes the hash with every word and number of the privacy policy', () => {
  const words = 'They are deleted after {keepSavedYears} years.'
  const numbers = words.replace('{keepSavedYears}', '{keepPushDays}')
  const hashes = [{}, { 'privacy.use.photos': words }, { 'privacy.use.photos': numbers }]
  expect(new Set(hashes.map((changed) => privacyHash('en-US', changed))).size).toBe(3)
})
