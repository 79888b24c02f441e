import { isIP } from 'node:net'
import { PaymentMethod, paymentMethods } from '@handsfree/core/api'
import { isPhoneCountry } from '@handsfree/core/phone'
import ipaddr from 'ipaddr.js'
import * as v from 'valibot'
import { autopilotModes } from './autopilot/modes.ts'
import { logLevels } from './log.ts'

const url = (protocols: string[]) =>
  v.pipe(
    v.string(),
    v.check(
      (text) => URL.canParse(text) && protocols.includes(new URL(text).protocol),
      `must be an address that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
    ),
  )

const whole = (what: string, minimum: number, maximum: number) =>
  v.pipe(
    v.string(),
    v.regex(/^\d+$/, what),
    v.transform(Number),
    v.minValue(minimum, what),
    v.maxValue(maximum, what),
  )

const milliseconds = whole('must be 100 to 3600000 milliseconds', 100, 3_600_000)

/** Less than a month would take what open orders need. */
const days = v.pipe(
  whole('must be 30 to 36500 days, or 0 for ever', 0, 36_500),
  v.check((count) => count === 0 || count >= 30, 'must be 30 to 36500 days, or 0 for ever'),
)

const isProxyAddress = (entry: string): boolean =>
  ['loopback', 'linklocal', 'uniquelocal'].includes(entry) ||
  (isIP(entry.split('/')[0]!) > 0 && (ipaddr.isValid(entry) || ipaddr.isValidCIDR(entry)))

const filled = v.pipe(v.string(), v.nonEmpty())

const staticKey = v.pipe(v.string(), v.minLength(16, 'must have at least 16 characters'))
const secret = v.pipe(v.string(), v.minLength(32, 'must have at least 32 characters'))
const operatorToken = v.pipe(
  v.string(),
  v.minLength(16, 'must have at least 16 characters'),
  v.regex(/^[\w-]{0,200}$/, 'must be of letters, digits, - and _ only'),
)

const commaList = v.pipe(
  v.string(),
  v.transform((text) => text.split(',').map((entry) => entry.trim())),
)

const hosts = v.pipe(
  commaList,
  v.everyItem(
    (entry) => /^[\w.:-]+$/.test(entry),
    'must be names or addresses of hosts, with commas between',
  ),
)

const secretEntries = {
  HANDSFREE_SECRET: v.optional(secret),
  HANDSFREE_DATA: v.optional(filled, './data'),
}

/** The variables of the secret alone. */
export const SecretEnvironment = v.object(secretEntries)

/** The variables that the server reads. */
export const Environment = v.object({
  PORT: v.optional(whole('must be a port from 0 to 65535', 0, 65_535), '4000'),
  PUBLIC_URL: v.optional(url(['http:', 'https:'])),
  HANDSFREE_DRAIN_MS: v.optional(whole('must be 0 to 300000 milliseconds', 0, 300_000)),
  LOG_LEVEL: v.optional(v.picklist(logLevels, `must be one of ${logLevels.join(', ')}`)),
  METRICS_PORT: v.optional(whole('must be a port from 0 to 65535', 0, 65_535)),
  METRICS_TOKEN: v.optional(v.pipe(v.string(), v.minLength(16, 'must have at least 16 characters'))),
  LIMIT_ADDRESS: v.optional(whole('must be 0 to 1000000 requests a minute', 0, 1_000_000), '6000'),
  LIMIT_ACCOUNT: v.optional(whole('must be 0 to 1000000 requests a minute', 0, 1_000_000), '1200'),
  KEEP_PHOTOS_DAYS: v.optional(days, '180'),
  KEEP_TRACES_DAYS: v.optional(days, '730'),
  KEEP_MESSAGES_DAYS: v.optional(days, '365'),
  KEEP_LOGS_DAYS: v.optional(days, '730'),
  ...secretEntries,
  DATABASE_URL: v.optional(url(['postgres:', 'postgresql:'])),
  DATABASE_DIRECT_URL: v.optional(url(['postgres:', 'postgresql:'])),
  DATABASE_POOL: v.optional(whole('must be 1 to 1000 connections', 1, 1_000)),
  DATABASE_CONNECT_MS: v.optional(milliseconds),
  DATABASE_STATEMENT_MS: v.optional(milliseconds),
  DATABASE_IDLE_MS: v.optional(milliseconds),
  HANDSFREE_MIGRATE: v.optional(v.picklist(['on', 'off'], 'must be on or off'), 'on'),
  MQTT_URL: v.optional(url(['mqtt:', 'mqtts:', 'ws:', 'wss:'])),
  MQTT_PUBLIC_URL: v.optional(
    v.pipe(
      url(['ws:', 'wss:']),
      v.check(
        (text) => /^\/(mqtt)?$/.test(new URL(text).pathname),
        'must end with /mqtt, where clients connect',
      ),
    ),
  ),
  S3_ENDPOINT: v.optional(url(['http:', 'https:'])),
  S3_BUCKET: v.optional(filled),
  S3_REGION: v.optional(filled),
  S3_ACCESS_KEY_ID: v.optional(filled),
  S3_SECRET_ACCESS_KEY: v.optional(filled),
  STRIPE_SECRET_KEY: v.optional(filled),
  STRIPE_WEBHOOK_SECRET: v.optional(filled),
  PAYMENT_METHODS: v.optional(
    v.pipe(
      commaList,
      v.everyItem(
        (entry) => v.is(PaymentMethod, entry),
        `must be of ${paymentMethods.join(', ')}, with commas between`,
      ),
      v.transform((entries) => [...new Set(entries)] as PaymentMethod[]),
      v.check(
        (entries) =>
          entries.includes('card') || !(entries.includes('apple_pay') || entries.includes('google_pay')),
        'names apple_pay or google_pay without card, which they come with',
      ),
    ),
  ),
  SMS_URL: v.optional(url(['http:', 'https:'])),
  SMS_TOKEN: v.optional(filled),
  SMS_SENDER: v.optional(filled),
  SMTP_URL: v.optional(url(['smtp:', 'smtps:'])),
  MAIL_FROM: v.optional(
    v.pipe(
      v.string(),
      v.regex(
        /^(?:[^<>@\r\n"]{1,60} <[^<>@\s"]+@[^<>@\s"]+>|[^<>@\s"]+@[^<>@\s"]+)$/,
        'must be an address such as Handsfree <receipts@bags.example>',
      ),
    ),
  ),
  SMS_COUNTRIES: v.optional(
    v.pipe(
      v.string(),
      v.transform((text) => text.split(',').map((code) => code.trim().toUpperCase())),
      v.everyItem(isPhoneCountry, 'must be two-letter country codes such as CN,HK,US'),
    ),
  ),
  HANDSFREE_HOTLINE: v.optional(
    v.pipe(v.string(), v.regex(/^\+[1-9][\d ]{5,24}$/, 'must be a number such as +86 21 1234 5678')),
  ),
  HANDSFREE_STATIC_KEY: v.optional(staticKey),
  HANDSFREE_STATIC_KEY_PREVIOUS: v.optional(staticKey),
  HANDSFREE_SECRET_PREVIOUS: v.optional(secret),
  HANDSFREE_OPERATOR_TOKEN: v.optional(operatorToken),
  HANDSFREE_OPERATOR_TOKEN_PREVIOUS: v.optional(operatorToken),
  HANDSFREE_AUTOPILOT: v.optional(
    v.picklist(autopilotModes, `must be one of ${autopilotModes.join(', ')}`),
    'on',
  ),
  TRUSTED_PROXY: v.optional(
    v.pipe(
      commaList,
      v.everyItem(
        isProxyAddress,
        'must be addresses, ranges such as 10.0.0.0/8, or loopback, with commas between',
      ),
    ),
  ),
  HANDSFREE_DEMO_HOSTS: v.optional(hosts),
  HANDSFREE_PRIVATE_HOSTS: v.optional(hosts),
  NODE_ENV: v.optional(
    v.picklist(['production', 'development', 'test'], 'must be production, development, test or unset'),
  ),
})

export type Environment = v.InferOutput<typeof Environment>
