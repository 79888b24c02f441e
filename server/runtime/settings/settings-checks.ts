import { isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'
import { closestMatch } from 'leven'
import pg from 'pg'
import { demoValues } from '../demo/demo-values.ts'
import { publicKeyOf } from '../push/push-keys.ts'
import type { SmsGateway } from '../sms/sms-settings.ts'
import { missingTemplates } from '../sms/templates.ts'
import { factsByMarket, type Market } from './company-facts.ts'
import { publicHalfOf } from './rsa-keys.ts'
import { declarations, type Environment, type SettingName } from './settings-table.ts'

const settingNames = declarations.map(([name]) => name)
/** One typo allowed per five letters: short names such as `SITE_URL` and `MQTT_URL` are similar by chance. */
const lettersPerMistake = 5

/** Before the name of a setting that has another value in a rehearsal. */
export const rehearsalPrefix = 'REHEARSAL_'

export const misspelledSettings = (names: readonly string[]): string[] =>
  names.flatMap((name) => {
    const prefix = name.startsWith(rehearsalPrefix) ? rehearsalPrefix : ''
    const own = name.slice(prefix.length)
    if (settingNames.some((known) => known === own)) return []
    const maxDistance = Math.floor(own.length / lettersPerMistake)
    const meant = closestMatch(own, settingNames, { maxDistance })
    return meant === undefined ? [] : [`Unknown setting ${name}. Did you mean ${prefix}${meant}?`]
  })

export const incompleteSettings = (values: Environment): string[] =>
  declarations.flatMap(([name, { group, needs }]) => {
    const missing = (other: string, by: string) => `${other} is missing: ${by} needs it. Set both or neither.`
    const isSet = values[name] !== undefined
    if (isSet && needs && values[needs as SettingName] === undefined) return [missing(needs, name)]
    const partner = declarations.find(
      ([other, { group: itsGroup }]) => group && itsGroup === group && values[other] !== undefined,
    )
    return !isSet && partner ? [missing(name, partner[0])] : []
  })

const requiredByGateway: Record<SmsGateway | 'off', readonly SettingName[]> = {
  off: [],
  http: ['SMS_URL', 'SMS_TOKEN', 'SMS_SENDER'],
  twilio: ['SMS_ACCOUNT', 'SMS_TOKEN', 'SMS_SENDER'],
  alibaba: ['SMS_ACCOUNT', 'SMS_TOKEN', 'SMS_SIGNATURE', 'SMS_TEMPLATES'],
  tencent: ['SMS_ACCOUNT', 'SMS_TOKEN', 'SMS_TENCENT_APP', 'SMS_SIGNATURE', 'SMS_TEMPLATES'],
}
const gatewaySettings = [...new Set(Object.values(requiredByGateway).flat())]

const gatewayUrls: Record<SmsGateway | 'off', string | null> = {
  off: null,
  http: null,
  twilio: 'https://api.twilio.com',
  alibaba: 'https://dysmsapi.aliyuncs.com',
  tencent: 'https://sms.tencentcloudapi.com',
}

/** Address of the SMS gateway without a slash at its end; null if none is set up. */
export const smsUrlOf = ({ SMS_GATEWAY, SMS_URL, SMS_TOKEN }: Environment): string | null =>
  SMS_TOKEN === undefined ? null : (SMS_URL?.replace(/\/$/, '') ?? gatewayUrls[SMS_GATEWAY])

/** Settings that the SMS gateway needs, and templates for the gateways that refuse free text. */
export function findGatewayMistakes(values: Environment): string[] {
  const gateway = values.SMS_GATEWAY
  if (gateway === 'off') return []
  if (gateway === 'http' && gatewaySettings.every((name) => values[name] === undefined)) return []
  const required = requiredByGateway[gateway]
  const lines = required.flatMap((name) =>
    values[name] === undefined ? [`${name} is missing: SMS_GATEWAY=${gateway} needs it.`] : [],
  )
  const missing =
    required.includes('SMS_TEMPLATES') && values.SMS_TEMPLATES ? missingTemplates(values.SMS_TEMPLATES) : []
  return missing.length === 0
    ? lines
    : [
        ...lines,
        `SMS_TEMPLATES has no template for ${missing.join(', ')}. SMS_GATEWAY=${gateway} sends templates only.`,
      ]
}

/** Browsers and push services refuse messages that are signed with another key. */
export const findPushMistakes = ({ PUSH_PUBLIC_KEY, PUSH_PRIVATE_KEY }: Environment): string[] =>
  PUSH_PUBLIC_KEY && PUSH_PRIVATE_KEY && publicKeyOf(PUSH_PRIVATE_KEY) !== PUSH_PUBLIC_KEY
    ? [
        'PUSH_PRIVATE_KEY doesn’t belong to PUSH_PUBLIC_KEY. Copy both from one run of `npx web-push generate-vapid-keys`.',
      ]
    : []

/** Alipay's console shows both public keys next to each other. */
export const findAlipayMistakes = ({ ALIPAY_PRIVATE_KEY, ALIPAY_PUBLIC_KEY }: Environment): string[] =>
  ALIPAY_PRIVATE_KEY && ALIPAY_PUBLIC_KEY && publicHalfOf(ALIPAY_PRIVATE_KEY) === ALIPAY_PUBLIC_KEY
    ? ['ALIPAY_PUBLIC_KEY is the app’s own public key. Copy Alipay’s public key from Alipay’s console.']
    : []

export const findWechatPayMistakes = ({
  WECHAT_PAY_PRIVATE_KEY,
  WECHAT_PAY_PUBLIC_KEY,
}: Environment): string[] =>
  WECHAT_PAY_PRIVATE_KEY &&
  WECHAT_PAY_PUBLIC_KEY &&
  publicHalfOf(WECHAT_PAY_PRIVATE_KEY) === WECHAT_PAY_PUBLIC_KEY
    ? [
        'WECHAT_PAY_PUBLIC_KEY is the merchant’s own public key. Copy WeChat Pay’s public key from the merchant platform.',
      ]
    : []

/** Other names count as remote, even if they resolve to this machine. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || host === '::1' || (isIPv4(host) && host.startsWith('127.'))

/** Resolves the host like `pg`, including `?host=` and PGHOST. A folder means a local socket. */
const databaseHost = (url: string): string => {
  try {
    return new pg.Client({ connectionString: url }).host
  } catch {
    return 'an unknown host'
  }
}

const isAlipayTest = ({ ALIPAY_GATEWAY }: Environment): boolean => {
  const host = ALIPAY_GATEWAY ? new URL(ALIPAY_GATEWAY).hostname : ''
  return isLoopback(host) || host.endsWith('.alipaydev.com')
}

const isWechatPayTest = ({ WECHAT_PAY_URL }: Environment): boolean =>
  WECHAT_PAY_URL !== undefined && isLoopback(new URL(WECHAT_PAY_URL).hostname)

const isStripeTest = (key: string): boolean => /^[sr]k_test_/.test(key)

/** The demo shows codes to everyone, so it must not use services that reach real people. */
export function findDemoMistakes(values: Environment): string[] {
  const lines: string[] = []
  if (values.HANDSFREE_STAGE) {
    lines.push(
      `HANDSFREE_STAGE=${values.HANDSFREE_STAGE} needs NODE_ENV=production. Set that, or remove HANDSFREE_STAGE for the demo.`,
    )
  }
  const requireLocal = (name: SettingName, host: string, why: string) => {
    if (isLoopback(host) || host.startsWith('/') || values.HANDSFREE_DEMO_HOSTS?.includes(host)) return
    const cure = 'Set NODE_ENV=production, or list a test host in HANDSFREE_DEMO_HOSTS'
    lines.push(`${name} is at ${host}, but ${why}. ${cure}.`)
  }
  if (values.STRIPE_SECRET_KEY && !isStripeTest(values.STRIPE_SECRET_KEY)) {
    lines.push(
      'STRIPE_SECRET_KEY isn’t a test key (sk_test_… or rk_test_…), but the demo takes no real money. Use a test key, or set NODE_ENV=production.',
    )
  }
  if (values.ALIPAY_APP_ID && !isAlipayTest(values)) {
    lines.push(
      'ALIPAY_GATEWAY isn’t the gateway of Alipay’s sandbox, but the demo takes no real money. Set it to that, or set NODE_ENV=production.',
    )
  }
  if (values.WECHAT_PAY_MCH_ID && !isWechatPayTest(values)) {
    lines.push(
      'WECHAT_PAY_URL isn’t a stand-in on this machine, but the demo takes no real money. Set it to one, or set NODE_ENV=production.',
    )
  }
  const smsUrl = smsUrlOf(values)
  if (smsUrl) requireLocal('SMS_URL', new URL(smsUrl).hostname, 'the demo sends no messages')
  if (values.SMTP_URL) requireLocal('SMTP_URL', new URL(values.SMTP_URL).hostname, 'the demo sends no mail')
  for (const name of ['DATABASE_URL', 'DATABASE_DIRECT_URL'] as const) {
    const why = 'the demo shows sign-in codes to everybody'
    if (values[name]) requireLocal(name, databaseHost(values[name]), why)
  }
  return lines
}

const namesOf = (kind: 'own' | 'provider') =>
  declarations.flatMap(([name, { secret }]) => (secret === kind ? [name] : []))
const ownSecrets = namesOf('own')
const allSecrets = [...ownSecrets, ...namesOf('provider')]

const isOfDemo = (value: string): boolean => /^(handsfree-)?demo-/i.test(value)

/** Too few distinct characters, repetition, runs such as `aaaa` and `1234`, or placeholder words. */
function isGuessable(value: string): boolean {
  const characters = [...value]
  const repeats = characters.some(
    (_, length) => length > 0 && length <= value.length / 2 && value.startsWith(value.slice(length)),
  )
  const inRuns = characters.filter(
    (_, index) => index > 0 && Math.abs(value.charCodeAt(index) - value.charCodeAt(index - 1)) <= 1,
  )
  return (
    repeats ||
    new Set(characters).size < (value.length < 32 ? 6 : 8) ||
    inRuns.length > value.length / 2 ||
    /change.?(me|this)|replace.?(me|this)|placeholder|example|password|your.?(secret|key|token)/i.test(value)
  )
}

const cures: Partial<Record<SettingName, string>> = {
  STRIPE_WEBHOOK_SECRET: 'copy the signing secret of the webhook (whsec_…) from Stripe’s dashboard',
  WECHAT_PAY_API_V3_KEY:
    'generate one with `openssl rand -hex 16` and set it in WeChat Pay’s merchant platform too',
}

const findSecretMistakes = (values: Environment): string[] => [
  ...ownSecrets.flatMap((name) => {
    const value = values[name]
    if (typeof value !== 'string') return []
    if (isOfDemo(value)) return [`${name} has the demo’s public value. Choose your own.`]
    const cure = cures[name] ?? 'generate one with `openssl rand -hex 32`'
    return isGuessable(value.replace(/^whsec_/, '')) ? [`${name} is easy to guess: ${cure}.`] : []
  }),
  ...allSecrets.flatMap((name, index) => {
    const first = allSecrets.slice(0, index).find((other) => values[other] === values[name])
    return values[name] !== undefined && first
      ? [`${name} is the same as ${first}. Use a different value for each.`]
      : []
  }),
]

/**
 * Gateways without TLS. Unencrypted URLs are allowed on HANDSFREE_PRIVATE_HOSTS, except for travellers' connections.
 */
const findUnencryptedGateways = (values: Environment): string[] =>
  (['SMS_URL', 'S3_ENDPOINT', 'MQTT_URL', 'MQTT_PUBLIC_URL'] as const).flatMap((name) => {
    const url = values[name] ? new URL(values[name]) : null
    const safe = url && { 'http:': 'https://', 'ws:': 'wss://' }[url.protocol]
    const isPrivate =
      name !== 'MQTT_PUBLIC_URL' && values.HANDSFREE_PRIVATE_HOSTS?.includes(url?.hostname ?? '')
    return safe && !isLoopback(url.hostname) && !isPrivate
      ? [`${name} must begin with ${safe}, because others could read unencrypted traffic.`]
      : []
  })

/** Returns whether a mail server must use TLS: unless it's local or on a private host. */
export const needsTls = (values: Environment, url: string): boolean => {
  const { protocol, hostname } = new URL(url)
  const isNear = isLoopback(hostname) || values.HANDSFREE_PRIVATE_HOSTS?.includes(hostname)
  return protocol === 'smtp:' && !isNear && !values.HANDSFREE_DEMO_HOSTS?.includes(hostname)
}

/** Wider than any private network (10.0.0.0/8, fc00::/7). */
function isTooWide(range: string): boolean {
  if (!ipaddr.isValidCIDR(range)) return false
  const [address, bits] = ipaddr.parseCIDR(range)
  if (address instanceof ipaddr.IPv4) return bits < 8
  return bits < (address.isIPv4MappedAddress() ? 96 + 8 : 7)
}

/** Facts that the chosen markets ask for. */
const findMissingFacts = (values: Environment): string[] => {
  const { MARKETS = [] } = values
  const factsOf = (market: Market): readonly SettingName[] => factsByMarket[market]
  const missingFacts = new Set(MARKETS.flatMap(factsOf).filter((fact) => values[fact] === undefined))
  return [...missingFacts].map((fact) => {
    const askedBy = MARKETS.filter((market) => factsOf(market).includes(fact))
    return `${fact} is missing: MARKETS=${askedBy.join(',')} needs it. See docs/settings.md.`
  })
}

const findLiveMistakes = (values: Environment): string[] => [
  ...(values.STRIPE_SECRET_KEY && !/^[sr]k_live_/.test(values.STRIPE_SECRET_KEY)
    ? [
        'STRIPE_SECRET_KEY isn’t a live key (sk_live_… or rk_live_…), which production requires. Test keys are for HANDSFREE_STAGE=rehearsal.',
      ]
    : []),
  ...(values.ALIPAY_GATEWAY
    ? ['ALIPAY_GATEWAY is for the demo and rehearsals only, because the sandbox takes no money. Remove it.']
    : []),
  ...(values.WECHAT_PAY_URL
    ? ['WECHAT_PAY_URL is for the demo and rehearsals only, because a stand-in takes no money. Remove it.']
    : []),
]

/** A rehearsal takes no real money. */
const findRehearsalMistakes = (values: Environment): string[] => [
  ...(values.STRIPE_SECRET_KEY && !isStripeTest(values.STRIPE_SECRET_KEY)
    ? [
        'STRIPE_SECRET_KEY isn’t a test key (sk_test_… or rk_test_…), but a rehearsal takes no real money. Set REHEARSAL_STRIPE_SECRET_KEY to one.',
      ]
    : []),
  ...(values.ALIPAY_APP_ID && !isAlipayTest(values)
    ? [
        'ALIPAY_GATEWAY isn’t the gateway of Alipay’s sandbox, but a rehearsal takes no real money. Set the REHEARSAL_ALIPAY_… settings to those of the sandbox.',
      ]
    : []),
  ...(values.WECHAT_PAY_MCH_ID && !isWechatPayTest(values)
    ? [
        'WECHAT_PAY_URL isn’t a stand-in on this machine, but a rehearsal takes no real money. Leave out the WECHAT_PAY_… settings until you open.',
      ]
    : []),
]

/** Rehearsals have the same rules, except for keys of payment providers. */
export const findProductionMistakes = (values: Environment): string[] => [
  ...declarations.flatMap(([name, { production }]) =>
    production && values[name] === undefined && !(name === 'SMS_TOKEN' && values.SMS_GATEWAY === 'off')
      ? [`${name} is missing: ${production}. See docs/settings.md.`]
      : [],
  ),
  ...findMissingFacts(values),
  ...(values.SMS_GATEWAY === 'off' && values.SMTP_URL === undefined
    ? ['SMTP_URL is missing: SMS_GATEWAY=off needs it, because codes are then mailed.']
    : []),
  ...findSecretMistakes(values),
  ...(values.HANDSFREE_HOTLINE === demoValues.hotline
    ? ['HANDSFREE_HOTLINE has the demo’s public value. Choose your own.']
    : []),
  ...(values.HANDSFREE_STAGE === 'rehearsal' ? findRehearsalMistakes : findLiveMistakes)(values),
  ...findUnencryptedGateways(values),
  ...(values.PUSH_TEST_HOST
    ? ['PUSH_TEST_HOST is for tests only, because anybody could make the server send there. Remove it.']
    : []),
  ...(values.TRUSTED_PROXY ?? [])
    .filter(isTooWide)
    .map(
      (range) =>
        `TRUSTED_PROXY ${range} is wider than a private network, so anybody could forge an address. List only your proxies.`,
    ),
]

export const warningsOf = ({
  demo,
  trustedProxy,
}: {
  demo: boolean
  trustedProxy: readonly string[]
}): string[] =>
  demo || trustedProxy.length > 0
    ? []
    : [
        'TRUSTED_PROXY is not set. Behind a proxy, all travellers share one address and its limits. Set it to the addresses of your proxies.',
      ]
