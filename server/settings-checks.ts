import { isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'
import { closestMatch } from 'leven'
import pg from 'pg'
import { demoValues } from './demo/values.ts'
import { Environment } from './environment.ts'

type Name = keyof Environment

const settingNames = Object.keys(Environment.entries)
/** One wrong letter in so many: short names are near to others by chance, as `SITE_URL` is to `MQTT_URL`. */
const lettersPerMistake = 5

/** Of names of environment variables those that are nearly a setting's: they would be ignored without a word. */
export const misspelledSettings = (names: readonly string[]): string[] =>
  names.flatMap((name) => {
    if (settingNames.includes(name)) return []
    const maxDistance = Math.floor(name.length / lettersPerMistake)
    const meant = closestMatch(name, settingNames, { maxDistance })
    return meant === undefined ? [] : [`${name} is no setting: is it ${meant}?`]
  })

/** Whether a host is this machine. Any other name is elsewhere, whatever it may resolve to. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || host === '::1' || (isIPv4(host) && host.startsWith('127.'))

/** The host that `pg` connects to, as it reads `?host=` and PGHOST too; a folder is that of a local socket. */
const databaseHost = (url: string): string => {
  try {
    return new pg.Client({ connectionString: url }).host
  } catch {
    return 'an unknown host'
  }
}

/**
 * Mistakes of a demo's settings: the demo shows codes to everybody, so it may not use engines that reach real people.
 */
export function demoMistakes(values: Environment): string[] {
  const lines: string[] = []
  const keepHere = (name: Name, host: string, why: string) => {
    if (isLoopback(host) || host.startsWith('/') || values.HANDSFREE_DEMO_HOSTS?.includes(host)) return
    const cure = 'production needs NODE_ENV=production (or name a host of your tests in HANDSFREE_DEMO_HOSTS)'
    lines.push(`${name} is at ${host}: ${why}; ${cure}`)
  }
  if (values.STRIPE_SECRET_KEY && !/^[sr]k_test_/.test(values.STRIPE_SECRET_KEY)) {
    lines.push(
      'STRIPE_SECRET_KEY is no test key (sk_test_… or rk_test_…): the demo takes no real money; production needs NODE_ENV=production',
    )
  }
  if (values.SMS_URL) keepHere('SMS_URL', new URL(values.SMS_URL).hostname, 'the demo sends no messages')
  if (values.SMTP_URL) keepHere('SMTP_URL', new URL(values.SMTP_URL).hostname, 'the demo sends no mail')
  for (const name of ['DATABASE_URL', 'DATABASE_DIRECT_URL'] as const) {
    const why = 'the demo shows everybody the codes that open accounts'
    if (values[name]) keepHere(name, databaseHost(values[name]), why)
  }
  return lines
}

/** Why the demo's value is refused in production. */
const needed = {
  HANDSFREE_STATIC_KEY: 'production does not start on the demo key',
  HANDSFREE_SECRET: 'production does not start on the demo secret',
  HANDSFREE_HOTLINE: 'production does not send travellers to the demo number',
  PUBLIC_URL: 'production sends travellers links to this address, and to no address that a request names',
  SMS_URL: 'production does not print codes in the terminal',
  STRIPE_SECRET_KEY: 'production does not take demo cards',
  DATABASE_URL: 'production needs PostgreSQL, for a power cut may cost PGlite the last orders',
} as const satisfies Partial<Record<Name, string>>

/** Secrets of our own; a gateway chooses its own. */
const ownSecrets = [
  'HANDSFREE_SECRET',
  'HANDSFREE_STATIC_KEY',
  'HANDSFREE_OPERATOR_TOKEN',
  'HANDSFREE_SECRET_PREVIOUS',
  'HANDSFREE_STATIC_KEY_PREVIOUS',
  'HANDSFREE_OPERATOR_TOKEN_PREVIOUS',
  'STRIPE_WEBHOOK_SECRET',
  'METRICS_TOKEN',
] as const
const allSecrets = [...ownSecrets, 'STRIPE_SECRET_KEY', 'SMS_TOKEN', 'S3_SECRET_ACCESS_KEY'] as const

const isOfDemo = (value: string): boolean => /^(handsfree-)?demo-/i.test(value)

/** Few different characters, a repeated part, runs such as `aaaa` and `1234`, or placeholder words. */
function isGuessed(value: string): boolean {
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

const secretMistakes = (values: Environment): string[] => [
  ...ownSecrets.flatMap((name) => {
    const value = values[name]
    if (value === undefined) return []
    if (isOfDemo(value)) return [`${name} is the demo’s`]
    const cure =
      name === 'STRIPE_WEBHOOK_SECRET'
        ? 'copy the signing secret of the webhook (whsec_…) from Stripe’s dashboard'
        : 'take random characters, such as `openssl rand -hex 32` prints'
    return isGuessed(value.replace(/^whsec_/, '')) ? [`${name} is easily guessed: ${cure}`] : []
  }),
  ...allSecrets.flatMap((name, index) => {
    const first = allSecrets.slice(0, index).find((other) => values[other] === values[name])
    return values[name] !== undefined && first ? [`${name} is the same as ${first}`] : []
  }),
]

/**
 * Gateways whose address has no TLS. `mqtt://` is for a private network between server and broker, as the hosts of
 * HANDSFREE_PRIVATE_HOSTS are; travellers are never in it.
 */
const openGateways = (values: Environment): string[] =>
  (['SMS_URL', 'S3_ENDPOINT', 'MQTT_URL', 'MQTT_PUBLIC_URL'] as const).flatMap((name) => {
    const url = values[name] ? new URL(values[name]) : null
    const safe = url && { 'http:': 'https://', 'ws:': 'wss://' }[url.protocol]
    const isPrivate =
      name !== 'MQTT_PUBLIC_URL' && values.HANDSFREE_PRIVATE_HOSTS?.includes(url?.hostname ?? '')
    return safe && !isLoopback(url.hostname) && !isPrivate
      ? [`${name} must begin with ${safe}, for others can read what goes there`]
      : []
  })

/** Whether a mail server has to speak TLS: any but one on this machine or on a private network of one's own. */
export const needsTls = (values: Environment, url: string): boolean => {
  const { protocol, hostname } = new URL(url)
  const isNear = isLoopback(hostname) || values.HANDSFREE_PRIVATE_HOSTS?.includes(hostname)
  return protocol === 'smtp:' && !isNear && !values.HANDSFREE_DEMO_HOSTS?.includes(hostname)
}

/** Whether a range of addresses is wider than a private network ever is (10.0.0.0/8, fc00::/7). */
function isTooWide(range: string): boolean {
  if (!ipaddr.isValidCIDR(range)) return false
  const [address, bits] = ipaddr.parseCIDR(range)
  if (address instanceof ipaddr.IPv4) return bits < 8
  return bits < (address.isIPv4MappedAddress() ? 96 + 8 : 7)
}

/** Mistakes of production's settings: the demo's values and guessable secrets among them. */
export const productionMistakes = (values: Environment): string[] => [
  ...(Object.keys(needed) as (keyof typeof needed)[]).flatMap((name) =>
    values[name] === undefined ? [`${name} is missing: ${needed[name]}`] : [],
  ),
  ...secretMistakes(values),
  ...(values.HANDSFREE_HOTLINE === demoValues.hotline ? ['HANDSFREE_HOTLINE is the demo’s'] : []),
  ...(values.STRIPE_SECRET_KEY && !/^[sr]k_live_/.test(values.STRIPE_SECRET_KEY)
    ? ['STRIPE_SECRET_KEY is no live key (sk_live_… or rk_live_…): production takes real money']
    : []),
  ...openGateways(values),
  ...(values.TRUSTED_PROXY ?? [])
    .filter(isTooWide)
    .map(
      (range) =>
        `TRUSTED_PROXY ${range} is wider than any network of one’s own: everybody could choose an address`,
    ),
]

/** Warnings that the terminal shows although the server starts. */
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
        'TRUSTED_PROXY is not set: behind a proxy all travellers then share one address, and the limits of one are those of all.',
      ]
