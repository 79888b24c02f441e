import { isIP } from 'node:net'
import { PaymentMethod, paymentMethods } from '@handsfree/core/contract'
import { isPhoneCountry, mobileRegion, parsePhoneEntry } from '@handsfree/core/phone'
import ipaddr from 'ipaddr.js'
import * as v from 'valibot'
import { postgresDefaults } from '../db/postgres.ts'
import { logLevels } from '../log.ts'
import { gatewayChoices } from '../sms/sms-settings.ts'
import { Templates } from '../sms/templates.ts'
import { autopilotModes } from './autopilot-modes.ts'
import { factsByMarket, Market, markets, maxTaxPercent, taxRatesOf } from './company-facts.ts'
import { rsaPrivateKeyPem, rsaPublicKeyPem } from './rsa-keys.ts'

type Declaration = {
  section: string
  /** Its messages are appended to the setting's name. */
  schema: v.GenericSchema<string | undefined, unknown>
  description: string
  /** Behaviour if unset and without a default. */
  unset?: string
  /** Value for `.env.example` if the default isn't suitable. */
  example?: string
  production?: string
  /** Settings of a group must be set together. */
  group?: string
  /** Without this setting, it doesn't have an effect. */
  needs?: string
  /** Checked in production: chosen by us, or issued by a provider. */
  secret?: 'own' | 'provider'
}

const url = (protocols: string[]) =>
  v.pipe(
    v.string(),
    v.check(
      (text) => URL.canParse(text) && protocols.includes(new URL(text).protocol),
      `must be an address that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
    ),
  )

const integerBetween = (message: string, minimum: number, maximum: number) =>
  v.pipe(
    v.string(),
    v.regex(/^\d+$/, message),
    v.transform(Number),
    v.minValue(minimum, message),
    v.maxValue(maximum, message),
  )

const port = integerBetween('must be a port from 0 to 65535', 0, 65_535)
const milliseconds = integerBetween('must be 100 to 3600000 milliseconds', 100, 3_600_000)
const requests = integerBetween('must be 0 to 1000000 requests a minute', 0, 1_000_000)

const daysMessage = 'must be 30 to 36500 days, or 0 to keep forever'
/** Open orders need data of up to a month. */
const days = v.pipe(
  integerBetween(daysMessage, 0, 36_500),
  v.check((count) => count === 0 || count >= 30, daysMessage),
)

const isProxyAddress = (entry: string): boolean =>
  ['loopback', 'linklocal', 'uniquelocal'].includes(entry) ||
  (isIP(entry.split('/')[0]!) > 0 && (ipaddr.isValid(entry) || ipaddr.isValidCIDR(entry)))

/** Apple's push service refuses other forms, and local addresses. */
function isPushSubject(subject: string): boolean {
  if (/^mailto:[^\s<>@,]+@[^\s<>@,]+\.[A-Za-z]{2,}$/.test(subject)) return true
  if (!URL.canParse(subject)) return false
  const { protocol, hostname } = new URL(subject)
  return protocol === 'https:' && /\.[a-z][a-z-\d]+$/.test(hostname)
}

const privateKey = v.pipe(
  v.string(),
  v.transform(rsaPrivateKeyPem),
  v.string('must be an RSA private key of 2048 bits or more, as PEM or its base64'),
)
const publicKey = v.pipe(
  v.string(),
  v.transform(rsaPublicKeyPem),
  v.string('must be an RSA public key of 2048 bits or more, as PEM or its base64'),
)

const nonEmptyText = v.pipe(v.string(), v.nonEmpty())

const companyText = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty('must not be empty'),
  v.maxLength(200, 'must have at most 200 characters'),
)

/** Without TLS only on this machine. */
function isReturnUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, username, hash } = new URL(text)
  const isLocal = protocol === 'http:' && ['localhost', '127.0.0.1'].includes(hostname)
  return (protocol === 'https:' || isLocal) && username === '' && hash === ''
}

const key = v.pipe(v.string(), v.minLength(16, 'must have at least 16 characters'))
const secret = v.pipe(v.string(), v.minLength(32, 'must have at least 32 characters'))
const operatorToken = v.pipe(key, v.regex(/^[\w-]{0,200}$/, 'must contain only letters, digits, - and _'))

const commaList = v.pipe(
  v.string(),
  v.transform((text) => text.split(',').map((entry) => entry.trim())),
)

function mobileNumberOf(text: string): string {
  const { dialCode, phoneNumber = '' } = parsePhoneEntry(text)
  return dialCode && mobileRegion({ dialCode, phoneNumber }) ? `+${dialCode}${phoneNumber}` : ''
}

const mobileNumbers = v.pipe(
  commaList,
  v.transform((entries) => entries.map(mobileNumberOf)),
  v.everyItem(
    (number) => number !== '',
    'must be mobile numbers with the country code such as +8613812342046, separated by commas',
  ),
)

const hosts = v.pipe(
  commaList,
  v.everyItem((entry) => /^[\w.:-]+$/.test(entry), 'must be host names or addresses, separated by commas'),
)

/** Read by the server. `npm run settings` generates `.env.example` and `docs/settings.md` from it. */
export const settingsTable = {
  NODE_ENV: {
    section: 'Server',
    schema: v.optional(
      v.picklist(['production', 'development', 'test'], 'must be production, development, test or unset'),
    ),
    unset: 'the demo',
    example: 'production',
    description:
      '`production` has no demo world, no codes in responses, no demo cards and no autopilot. It rejects demo values, weak or reused secrets and, unless `HANDSFREE_STAGE` is `rehearsal`, test keys. `development`, `test` and unset run the demo, which rejects live keys and services on other machines.',
  },
  PORT: {
    section: 'Server',
    schema: v.optional(port, '4000'),
    description: 'Port of the server.',
  },
  PUBLIC_URL: {
    section: 'Server',
    schema: v.optional(url(['http:', 'https:'])),
    unset: 'this machine’s address in its network',
    example: 'https://bags.example',
    production: 'links in messages use this address',
    description: 'Address of the travellers’ app, used for links in messages and the demo’s QR code.',
  },
  HANDSFREE_STAGE: {
    section: 'Server',
    schema: v.optional(v.picklist(['rehearsal', 'production'], 'must be rehearsal, production or unset')),
    unset: '`production` with `NODE_ENV=production`',
    example: 'rehearsal',
    description:
      '`rehearsal` keeps the rules and engines of production, but takes only test keys of payment providers, shows a banner on every page and sends text messages only to `SMS_REHEARSAL_NUMBERS`. `REHEARSAL_` before the name of a setting gives its value in a rehearsal, such as `REHEARSAL_STRIPE_SECRET_KEY`, and an empty value removes it. Production ignores these, so that opening changes the stage only. It refuses a database that was rehearsed on. [Rehearse before you open](guide/rehearse.md) leads through a whole trip.',
  },
  HANDSFREE_DATA: {
    section: 'Server',
    schema: v.optional(nonEmptyText, './data'),
    description: 'Folder for the built-in database, photos and the demo’s secret.',
  },
  HANDSFREE_DRAIN_MS: {
    section: 'Server',
    schema: v.optional(integerBetween('must be 0 to 300000 milliseconds', 0, 300_000)),
    unset: '5000, in the demo 0',
    example: '5000',
    description:
      'Milliseconds between the first 503 of `/ready/instance` and the end of a stop. Requests are served until then. Choose more than two health checks of your load balancer, and allow 10 s more before the process is killed.',
  },
  TRUSTED_PROXY: {
    section: 'Server',
    schema: v.optional(
      v.pipe(
        commaList,
        v.everyItem(
          isProxyAddress,
          'must be addresses, ranges such as 10.0.0.0/8, or loopback, separated by commas',
        ),
      ),
    ),
    example: 'loopback',
    description:
      'Proxies whose `X-Forwarded-*` headers are trusted: addresses, ranges such as `10.0.0.0/8`, or `loopback`. Without it, all travellers behind a proxy share one address and its limits. Production rejects ranges wider than a private network.',
  },
  HANDSFREE_PRIVATE_HOSTS: {
    section: 'Server',
    schema: v.optional(hosts),
    example: 'storage',
    description:
      'Hosts of your private network, such as those of docker compose. Production may use them without TLS in `S3_ENDPOINT`, `SMS_URL`, `SMTP_URL` and `MQTT_URL`.',
  },
  LIMIT_ADDRESS: {
    section: 'Server',
    schema: v.optional(requests, '6000'),
    description:
      'Maximum requests per minute and address, over all instances; 0 is unlimited. Guests of a hotel share one address. Codes, uploads and orders have their own limits.',
  },
  LIMIT_ACCOUNT: {
    section: 'Server',
    schema: v.optional(requests, '1200'),
    description: 'Maximum requests per minute and token, over all instances; 0 is unlimited.',
  },
  LOG_LEVEL: {
    section: 'Server',
    schema: v.optional(v.picklist(logLevels, `must be one of ${logLevels.join(', ')}`)),
    unset: '`info`, in the demo `warn`',
    example: 'info',
    description:
      '`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`. Production writes a JSON object per line to standard output. At `info` this includes each response with `requestId` (also its header `x-request-id`), `route`, `status`, `ms` and, where known, `orderId` and `account`, a keyed hash. The demo writes readable lines.',
  },
  METRICS_PORT: {
    section: 'Server',
    schema: v.optional(port),
    unset: 'no metrics',
    example: '9464',
    description: 'Port of `/metrics` for Prometheus. Don’t expose it through the proxy.',
  },
  METRICS_TOKEN: {
    section: 'Server',
    schema: v.optional(key),
    secret: 'own',
    needs: 'METRICS_PORT',
    description: 'Bearer token of `/metrics`, 16 characters or more.',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    section: 'Server',
    schema: v.optional(url(['http:', 'https:'])),
    unset: 'no traces',
    example: 'http://collector:4318',
    description:
      'Collector of OpenTelemetry traces by OTLP over HTTP. Requests, statements, jobs and calls of providers are traced. The other variables of the specification work too, such as `OTEL_EXPORTER_OTLP_HEADERS` and `OTEL_TRACES_SAMPLER`.',
  },
  HANDSFREE_SECRET: {
    section: 'Secrets',
    schema: v.optional(secret),
    unset: 'created once in the demo’s data folder',
    secret: 'own',
    production: 'the keys of codes, photos, quotes and broker passwords are derived from it',
    description:
      'Server secret of 32 characters or more; generate it with `openssl rand -hex 32`. Separate keys for codes, photo URLs, quotes and broker passwords are derived from it. All instances need the same value.',
  },
  HANDSFREE_STATIC_KEY: {
    section: 'Secrets',
    schema: v.optional(key),
    unset: 'a demo key',
    secret: 'own',
    production: 'the demo’s key is public',
    description:
      'Key of 16 characters or more, shared with the clients, which use it to sign requests for the broker’s address. The web app is built with it.',
  },
  HANDSFREE_OPERATOR_TOKEN: {
    section: 'Secrets',
    schema: v.optional(operatorToken),
    unset: 'a demo token, in production none',
    secret: 'own',
    description:
      'Token of 16 characters or more for the operator who adds the first employees (`npm run operator -- employees add`). It is valid while this setting exists: remove it when it is no longer needed. Employees’ tokens expire after 30 days, or 14 days without a call.',
  },
  HANDSFREE_SECRET_PREVIOUS: {
    section: 'Secrets',
    schema: v.optional(secret),
    secret: 'own',
    description:
      'A second accepted secret. To change a secret on several instances, set the new value here on all of them, then exchange the two, then remove the old one after an hour. Remove a leaked one immediately.',
  },
  HANDSFREE_STATIC_KEY_PREVIOUS: {
    section: 'Secrets',
    schema: v.optional(key),
    secret: 'own',
    description:
      'A second accepted static key. Remove the old one once the web app is built with the new one and older pages are gone.',
  },
  HANDSFREE_OPERATOR_TOKEN_PREVIOUS: {
    section: 'Secrets',
    schema: v.optional(operatorToken),
    secret: 'own',
    description: 'A second accepted operator token.',
  },
  DATABASE_URL: {
    section: 'Database',
    schema: v.optional(url(['postgres:', 'postgresql:'])),
    unset: 'PGlite in the data folder',
    example: 'postgresql://handsfree:password@localhost:5432/handsfree',
    production: 'PGlite may lose the last orders in a power cut, and serves one process only',
    description:
      'PostgreSQL. The built-in PGlite keeps acknowledged transactions when the process dies, but may lose the last ones in a power cut, because it never calls fsync. The demo accepts a database on this machine only.',
  },
  DATABASE_DIRECT_URL: {
    section: 'Database',
    schema: v.optional(url(['postgres:', 'postgresql:'])),
    unset: '`DATABASE_URL`',
    example: 'postgresql://handsfree:password@localhost:5432/handsfree',
    description:
      'Direct address of PostgreSQL, if `DATABASE_URL` points to a pooler such as pgbouncer. LISTEN and migrations use it, and statements aren’t prepared by name. Its role may have more rights for migrations.',
  },
  DATABASE_POOL: {
    section: 'Database',
    schema: v.optional(
      integerBetween('must be 1 to 1000 connections', 1, 1_000),
      String(postgresDefaults.pool),
    ),
    description: 'Connections of one instance. All instances together must stay below `max_connections`.',
  },
  DATABASE_CONNECT_MS: {
    section: 'Database',
    schema: v.optional(milliseconds, String(postgresDefaults.connectMs)),
    description: 'Milliseconds to wait for a connection.',
  },
  DATABASE_STATEMENT_MS: {
    section: 'Database',
    schema: v.optional(milliseconds, String(postgresDefaults.statementMs)),
    description: 'Milliseconds after which a statement is cancelled.',
  },
  DATABASE_IDLE_MS: {
    section: 'Database',
    schema: v.optional(milliseconds, String(postgresDefaults.idleTransactionMs)),
    description: 'Milliseconds that a transaction may be idle.',
  },
  HANDSFREE_MIGRATE: {
    section: 'Database',
    schema: v.optional(v.picklist(['on', 'off'], 'must be on or off'), 'on'),
    description:
      '`off`: the server doesn’t migrate at startup and fails if migrations are missing. Run `npm run migrate` (`node server/dist/migrate.js`) first.',
  },
  MQTT_URL: {
    section: 'Live messages',
    schema: v.optional(url(['mqtt:', 'mqtts:', 'ws:', 'wss:'])),
    unset: 'the built-in broker at `/mqtt`',
    example: 'mqtt://server:password@broker:1883',
    description:
      'Address of your own broker, to which the server publishes. It can serve several instances. The broker must check clients’ passwords: JWTs (HS256) with `exp`, the client id in `clientid`, the user name in `username` and the topics in `acl.sub`. `node server/dist/broker-key.js` prints the key; never give the broker `HANDSFREE_SECRET`. The server’s own user may publish to every `TOPIC-TMS-…`. A broker without JWTs can ask the server instead, see `MQTT_HOOK_SECRET`. `docs/broker` has the settings of EMQX and RabbitMQ.',
  },
  MQTT_PUBLIC_URL: {
    section: 'Live messages',
    schema: v.optional(
      v.pipe(
        url(['ws:', 'wss:']),
        v.check(
          (text) => /^\/(mqtt)?$/.test(new URL(text).pathname),
          'must end with /mqtt, where clients connect',
        ),
      ),
    ),
    unset: '`/mqtt` at the server’s address',
    example: 'wss://live.bags.example/mqtt',
    needs: 'MQTT_URL',
    description:
      'Address at which travellers connect to that broker by WebSocket. Without it, the proxy must forward `/mqtt` to the broker.',
  },
  MQTT_HOOK_SECRET: {
    section: 'Live messages',
    schema: v.optional(
      v.pipe(
        v.string(),
        v.regex(/^[\w-]{32,128}$/, 'must have 32 to 128 letters, digits, hyphens or underscores'),
      ),
    ),
    unset: 'no hook',
    secret: 'own',
    needs: 'MQTT_URL',
    description:
      'Secret in the address with which that broker asks the server who may connect, subscribe and publish: `/api/broker/SECRET/rabbitmq/…` or `/api/broker/SECRET/emqx/…`. `docs/broker` has the settings of both. Generate it with `openssl rand -hex 24`.',
  },
  S3_ENDPOINT: {
    section: 'Photos',
    schema: v.optional(url(['http:', 'https:'])),
    unset: 'the data folder',
    example: 'https://s3.eu-central-1.amazonaws.com',
    group: 'S3',
    description:
      'S3-compatible storage for photos. At startup the server writes, reads and deletes a test object, and fails if it can’t. Several instances need it, or a shared `HANDSFREE_DATA` folder.',
  },
  S3_BUCKET: {
    section: 'Photos',
    schema: v.optional(nonEmptyText),
    example: 'handsfree-photos',
    group: 'S3',
    description: 'Bucket for photos.',
  },
  S3_REGION: {
    section: 'Photos',
    schema: v.optional(nonEmptyText),
    example: 'eu-central-1',
    group: 'S3',
    description: 'Region of the bucket.',
  },
  S3_ACCESS_KEY_ID: {
    section: 'Photos',
    schema: v.optional(nonEmptyText),
    group: 'S3',
    description: 'Access key id.',
  },
  S3_SECRET_ACCESS_KEY: {
    section: 'Photos',
    schema: v.optional(nonEmptyText),
    group: 'S3',
    secret: 'provider',
    description: 'Secret of the access key.',
  },
  STRIPE_SECRET_KEY: {
    section: 'Payments',
    schema: v.optional(nonEmptyText),
    unset: 'the sandbox',
    group: 'Stripe',
    secret: 'provider',
    production: 'the sandbox accepts demo cards',
    description:
      'Key for Stripe Checkout: a live key in production, a test key in the demo and in a rehearsal. The server checks it at startup and fails if it is invalid. It only warns if Stripe doesn’t respond within 5 s. [Guide](guide/stripe.md).',
  },
  STRIPE_WEBHOOK_SECRET: {
    section: 'Payments',
    schema: v.optional(nonEmptyText),
    group: 'Stripe',
    secret: 'own',
    description:
      'Signing secret (`whsec_…`) of the webhook `https://your-host/api/payments/webhook/stripe`, API version 2026-10-28.endive, with the events `checkout.session.completed`, `checkout.session.async_payment_succeeded`, `checkout.session.async_payment_failed`, `checkout.session.expired`, `refund.created`, `refund.updated`, `refund.failed`, `charge.refund.updated`, `charge.dispute.created` and `charge.dispute.closed`.',
  },
  ALIPAY_APP_ID: {
    section: 'Payments',
    schema: v.optional(v.pipe(v.string(), v.regex(/^\d{16}$/, 'must be the 16 digits of the app’s id'))),
    group: 'Alipay',
    example: '2021000000000000',
    description:
      'App that takes payments in yuan at Alipay, next to Stripe. Travellers outside WeChat can choose it. [Guide](guide/alipay.md).',
  },
  ALIPAY_PRIVATE_KEY: {
    section: 'Payments',
    schema: v.optional(privateKey),
    group: 'Alipay',
    secret: 'provider',
    description:
      'Private key of the app, which signs our requests (RSA2). The server checks it at startup and fails if Alipay rejects it. It only warns if Alipay doesn’t respond within 5 s.',
  },
  ALIPAY_PUBLIC_KEY: {
    section: 'Payments',
    schema: v.optional(publicKey),
    group: 'Alipay',
    description:
      'Alipay’s public key for the app, which verifies answers and notifications. Not the app’s own.',
  },
  ALIPAY_SELLER_ID: {
    section: 'Payments',
    schema: v.optional(v.pipe(v.string(), v.regex(/^2088\d{12}$/, 'must be 16 digits that begin with 2088'))),
    needs: 'ALIPAY_APP_ID',
    unset: 'any account of the app',
    example: '2088000000000000',
    description: 'Account that receives the payments. Notifications for other accounts are refused.',
  },
  ALIPAY_GATEWAY: {
    section: 'Payments',
    schema: v.optional(url(['http:', 'https:'])),
    needs: 'ALIPAY_APP_ID',
    unset: 'the real gateway',
    example: 'https://openapi-sandbox.dl.alipaydev.com/gateway.do',
    description:
      'Gateway of Alipay’s sandbox, which the demo and rehearsals require, because they take no real money. Production rejects it.',
  },
  WECHAT_PAY_MCH_ID: {
    section: 'Payments',
    schema: v.optional(
      v.pipe(v.string(), v.regex(/^\d{8,10}$/, 'must be the 8 to 10 digits of the merchant’s number')),
    ),
    group: 'WeChat Pay',
    example: '1900000000',
    description:
      'Merchant that takes payments in yuan at WeChat Pay, next to Stripe. Travellers can choose it. [Guide](guide/wechat-pay.md).',
  },
  WECHAT_PAY_APP_ID: {
    section: 'Payments',
    schema: v.optional(
      v.pipe(v.string(), v.regex(/^wx[\da-z]{16}$/, 'must be wx and 16 lowercase letters or digits')),
    ),
    group: 'WeChat Pay',
    example: 'wx0000000000000000',
    description: 'Official account (service account) that the merchant is bound to.',
  },
  WECHAT_PAY_APP_SECRET: {
    section: 'Payments',
    schema: v.optional(v.pipe(v.string(), v.regex(/^[\da-f]{32}$/, 'must be 32 hexadecimal digits'))),
    group: 'WeChat Pay',
    secret: 'provider',
    description: 'Secret of the official account, which identifies payers inside WeChat.',
  },
  WECHAT_PAY_SERIAL: {
    section: 'Payments',
    schema: v.optional(
      v.pipe(
        v.string(),
        v.regex(/^[\dA-F]{40}$/i, 'must be the 40 hexadecimal digits of the certificate’s serial number'),
      ),
    ),
    group: 'WeChat Pay',
    example: '0000000000000000000000000000000000000000',
    description: 'Serial number of the merchant’s API certificate.',
  },
  WECHAT_PAY_PRIVATE_KEY: {
    section: 'Payments',
    schema: v.optional(privateKey),
    group: 'WeChat Pay',
    secret: 'provider',
    description:
      'Private key of that certificate (`apiclient_key.pem`), which signs our requests. The server checks it at startup and fails if WeChat Pay rejects it. It only warns if WeChat Pay doesn’t respond within 5 s.',
  },
  WECHAT_PAY_API_V3_KEY: {
    section: 'Payments',
    schema: v.optional(
      v.pipe(v.string(), v.regex(/^[\dA-Za-z]{32}$/, 'must be the 32 letters and digits of the API v3 key')),
    ),
    group: 'WeChat Pay',
    secret: 'own',
    description: 'API v3 key of the merchant, which decrypts notifications.',
  },
  WECHAT_PAY_PUBLIC_KEY: {
    section: 'Payments',
    schema: v.optional(publicKey),
    group: 'WeChat Pay',
    description:
      'WeChat Pay’s public key (`pub_key.pem`), which verifies answers and notifications. Not the merchant’s own.',
  },
  WECHAT_PAY_PUBLIC_KEY_ID: {
    section: 'Payments',
    schema: v.optional(
      v.pipe(v.string(), v.regex(/^PUB_KEY_ID_\d{1,64}$/, 'must be PUB_KEY_ID_ and digits')),
    ),
    group: 'WeChat Pay',
    example: 'PUB_KEY_ID_0000000000000000000000000000',
    description: 'Id of that public key.',
  },
  WECHAT_PAY_URL: {
    section: 'Payments',
    schema: v.optional(url(['http:', 'https:'])),
    needs: 'WECHAT_PAY_MCH_ID',
    unset: 'the real addresses',
    example: 'http://127.0.0.1:9000',
    description:
      'Stand-in on this machine for WeChat Pay and WeChat’s authorization, which the demo and rehearsals require, because WeChat Pay has no sandbox and they take no real money. Production rejects it.',
  },
  PAYMENT_RETURN_URLS: {
    section: 'Payments',
    schema: v.optional(
      v.pipe(
        commaList,
        v.everyItem(
          isReturnUrl,
          'must be a list of https:// addresses without a fragment, separated by commas',
        ),
      ),
    ),
    description:
      'Addresses of other clients, such as an app’s links, to which the provider’s page may return, separated by commas. Clients name one of them exactly when they open a payment, and it gets `sessionId` added.',
  },
  PAYMENT_METHODS: {
    section: 'Payments',
    schema: v.optional(
      v.pipe(
        commaList,
        v.everyItem(
          (entry) => v.is(PaymentMethod, entry),
          `must be a list of ${paymentMethods.join(', ')}, separated by commas`,
        ),
        v.transform((entries) => [...new Set(entries)] as PaymentMethod[]),
        v.check(
          (entries) =>
            entries.includes('card') || !(entries.includes('apple_pay') || entries.includes('google_pay')),
          'must include card, which apple_pay and google_pay require',
        ),
      ),
    ),
    unset: 'cards, or as Stripe’s dashboard decides',
    example: 'card,wechat_pay,alipay',
    description: `Payment methods that our page lists, out of ${paymentMethods.map((method) => `\`${method}\``).join(', ')}. Stripe offers those that are enabled in its dashboard and support the price’s currency (WeChat Pay and Alipay: CNY, and HKD and USD where your account may). Apple Pay and Google Pay come with \`card\` on Stripe’s page, never inside WeChat; for your own domain of that page, register it in the dashboard. The demo’s sandbox offers the same methods.`,
  },
  SMS_GATEWAY: {
    section: 'Text messages and mail',
    schema: v.optional(v.picklist(gatewayChoices, `must be one of ${gatewayChoices.join(', ')}`), 'http'),
    description:
      'Gateway for text messages: `http` (your own), `twilio`, `alibaba` (Alibaba Cloud SMS) or `tencent` (Tencent Cloud SMS). `off` sends none: travellers then sign in by e-mail or passkey, and need `SMTP_URL`. The last two gateways send templates only, which networks in mainland China require. [Choose an SMS gateway](guide/text-messages.md) lists the settings of each.',
  },
  SMS_URL: {
    section: 'Text messages and mail',
    schema: v.optional(url(['http:', 'https:'])),
    unset: 'the gateway’s own address; `http` has none',
    example: 'https://sms.example/send',
    description:
      'Address of the gateway. `http` receives a POST of `{ to, from, text, template, params, locale, signature }`. Production needs https:// unless the gateway is on this machine or in `HANDSFREE_PRIVATE_HOSTS`. The demo accepts a gateway on this machine only.',
  },
  SMS_ACCOUNT: {
    section: 'Text messages and mail',
    schema: v.optional(nonEmptyText),
    description: 'Account SID of Twilio, AccessKey id of Alibaba Cloud or SecretId of Tencent Cloud.',
  },
  SMS_TOKEN: {
    section: 'Text messages and mail',
    schema: v.optional(nonEmptyText),
    unset: 'messages are printed in the terminal',
    secret: 'provider',
    production: 'codes are printed in the terminal otherwise',
    description:
      'Bearer token of an `http` gateway, auth token of Twilio, AccessKey secret of Alibaba Cloud or SecretKey of Tencent Cloud.',
  },
  SMS_SENDER: {
    section: 'Text messages and mail',
    schema: v.optional(nonEmptyText),
    example: 'Handsfree',
    description:
      'Sender of the text messages, for `http` and `twilio`. Twilio also accepts the id of a messaging service (`MG…`).',
  },
  SMS_TENCENT_APP: {
    section: 'Text messages and mail',
    schema: v.optional(nonEmptyText),
    example: '1400000000',
    description: 'SdkAppId of Tencent Cloud SMS.',
  },
  SMS_TENCENT_REGION: {
    section: 'Text messages and mail',
    schema: v.optional(nonEmptyText, 'ap-guangzhou'),
    description: 'Region of Tencent Cloud SMS.',
  },
  SMS_SIGNATURE: {
    section: 'Text messages and mail',
    schema: v.optional(nonEmptyText),
    description: 'Registered signature of the sender, without brackets. `alibaba` and `tencent` require it.',
  },
  SMS_TEMPLATES: {
    section: 'Text messages and mail',
    schema: v.optional(Templates),
    unset: 'no templates',
    example: '{"code":{"en-US":"SMS_1","zh-CN":"SMS_2"}}',
    description:
      'Ids of the gateway’s templates by kind and language, as a JSON object. `alibaba` and `tencent` need one for each kind and language, and the server fails at startup if one is missing. [The guide](guide/text-messages.md#templates) lists the kinds and their values.',
  },
  SMS_REPORT_SECRET: {
    section: 'Text messages and mail',
    schema: v.optional(operatorToken),
    secret: 'own',
    unset: 'no reports, except from Twilio, which signs them',
    description:
      'Last part of the address for delivery reports of `http`, `alibaba` and `tencent`, 16 characters or more: `https://your-host/api/text-messages/reports/<secret>`.',
  },
  SMS_COUNTRIES: {
    section: 'Text messages and mail',
    schema: v.optional(
      v.pipe(
        v.string(),
        v.transform((text) => text.split(',').map((code) => code.trim().toUpperCase())),
        v.everyItem(isPhoneCountry, 'must be two-letter country codes such as CN,HK,US'),
      ),
    ),
    unset: 'all',
    example: 'CN,HK,US',
    description: 'Countries whose mobile numbers can get codes. Premium and fixed-line numbers never can.',
  },
  SMS_REHEARSAL_NUMBERS: {
    section: 'Text messages and mail',
    schema: v.optional(mobileNumbers),
    unset: 'none',
    example: '+8613812342046,+85251234567',
    description:
      'Mobile numbers that get text messages in a rehearsal (`HANDSFREE_STAGE`). Others get none and sign in by e-mail. Production ignores it.',
  },
  SMTP_URL: {
    section: 'Text messages and mail',
    schema: v.optional(url(['smtp:', 'smtps:'])),
    unset: 'no mail',
    example: 'smtps://user:password@mail.example',
    group: 'mail',
    description:
      'Mail server for receipts: smtps:// (465), or smtp:// with STARTTLS (587). STARTTLS is optional on this machine and in `HANDSFREE_PRIVATE_HOSTS`. Travellers with an address in their profile get a receipt after each payment and refund. Failed mails are retried for 36 minutes, then logged as errors. The demo accepts a server on this machine only.',
  },
  MAIL_FROM: {
    section: 'Text messages and mail',
    schema: v.optional(
      v.pipe(
        v.string(),
        v.regex(
          /^(?:[^<>@\r\n"]{1,60} <[^<>@\s"]+@[^<>@\s"]+>|[^<>@\s"]+@[^<>@\s"]+)$/,
          'must be an address such as Handsfree <receipts@bags.example>',
        ),
      ),
    ),
    example: 'Handsfree <receipts@bags.example>',
    group: 'mail',
    description: 'Sender of the receipts.',
  },
  HANDSFREE_HOTLINE: {
    section: 'Text messages and mail',
    schema: v.optional(
      v.pipe(v.string(), v.regex(/^\+[1-9][\d ]{5,24}$/, 'must be a number such as +86 21 1234 5678')),
    ),
    unset: 'a demo number',
    example: '+86 21 1234 5678',
    production: 'nobody answers the demo’s number',
    description: 'Phone number of the hotline, shown in pages and messages.',
  },
  MARKETS: {
    section: 'Company',
    schema: v.optional(
      v.pipe(
        commaList,
        v.everyItem(
          (entry) => v.is(Market, entry),
          `must be a list of ${markets.join(', ')}, separated by commas`,
        ),
        v.transform((entries) => [...new Set(entries)] as Market[]),
      ),
    ),
    unset: 'the demo’s company',
    example: 'CN,HK',
    production: 'it decides which facts about the company are shown',
    description: `Where travellers are served, out of ${markets.map((market) => `\`${market}\``).join(', ')}. Production needs the facts about the company that these markets ask for: ${markets.map((market) => `${market} ${factsByMarket[market].map((fact) => `\`${fact}\``).join(', ')}`).join('; ')}. A lawyer must confirm the list.`,
  },
  COMPANY_NAME: {
    section: 'Company',
    schema: v.optional(companyText),
    example: 'Example Luggage Ltd.',
    needs: 'MARKETS',
    description: 'Legal name of the company, shown in the footer, About, the terms, receipts and mails.',
  },
  COMPANY_NAME_ZH: {
    section: 'Company',
    schema: v.optional(companyText),
    unset: '`COMPANY_NAME`',
    needs: 'COMPANY_NAME',
    description: 'Legal name in Chinese.',
  },
  COMPANY_REGISTRATION: {
    section: 'Company',
    schema: v.optional(companyText),
    needs: 'COMPANY_NAME',
    description:
      'Number in the commercial register: the unified social credit code in mainland China, the business registration number in Hong Kong.',
  },
  COMPANY_ADDRESS: {
    section: 'Company',
    schema: v.optional(companyText),
    needs: 'COMPANY_NAME',
    description: 'Postal address of the company.',
  },
  COMPANY_ADDRESS_ZH: {
    section: 'Company',
    schema: v.optional(companyText),
    unset: '`COMPANY_ADDRESS`',
    needs: 'COMPANY_ADDRESS',
    description: 'Postal address in Chinese.',
  },
  COMPANY_EMAIL: {
    section: 'Company',
    schema: v.optional(v.pipe(v.string(), v.maxLength(200), v.email('must be an e-mail address'))),
    example: 'help@bags.example',
    needs: 'COMPANY_NAME',
    description: 'E-mail address for travellers’ questions.',
  },
  COMPANY_ICP: {
    section: 'Company',
    schema: v.optional(companyText),
    needs: 'COMPANY_NAME',
    description: 'ICP number of the site in mainland China, shown at the foot of its pages.',
  },
  COMPANY_TAX_NUMBER: {
    section: 'Company',
    schema: v.optional(companyText),
    needs: 'COMPANY_NAME',
    description: 'VAT or tax number.',
  },
  COMPANY_TAX_RATES: {
    section: 'Company',
    schema: v.optional(
      v.pipe(
        v.string(),
        v.check(
          (rates) =>
            new Set(taxRatesOf(rates)?.map(({ currency }) => currency)).size === rates.split(',').length,
          `must be percentages above 0 and up to ${maxTaxPercent} by currency such as CNY:6,USD:20`,
        ),
      ),
    ),
    unset: 'no tax line',
    needs: 'COMPANY_TAX_NUMBER',
    description: `Percentages of VAT that prices include, by currency: above 0, up to ${maxTaxPercent}. Receipts and credit notes then name the included tax. An accountant must confirm the rates, and whether a receipt with them is enough for the market.`,
  },
  PUSH_PUBLIC_KEY: {
    section: 'Push messages',
    schema: v.optional(
      v.pipe(v.string(), v.regex(/^[\w-]{87}$/, 'must be the 87 characters of a VAPID public key')),
    ),
    unset: 'no push messages, in the demo created once in its data folder',
    group: 'push',
    description:
      'Public VAPID key, with which browsers subscribe. Create both keys with `npx web-push generate-vapid-keys`. Every device must subscribe again after a change, which it does when the app is opened. [Push messages](guide/push-messages.md) describes the rest.',
  },
  PUSH_PRIVATE_KEY: {
    section: 'Push messages',
    schema: v.optional(
      v.pipe(v.string(), v.regex(/^[\w-]{43}$/, 'must be the 43 characters of a VAPID private key')),
    ),
    group: 'push',
    secret: 'provider',
    description: 'Private VAPID key, with which the server signs for the push services.',
  },
  PUSH_SUBJECT: {
    section: 'Push messages',
    schema: v.optional(
      v.pipe(
        v.string(),
        v.check(
          isPushSubject,
          'must be an address that push services can reach you at, such as mailto:push@bags.example or https://bags.example',
        ),
      ),
    ),
    example: 'mailto:push@bags.example',
    group: 'push',
    description: 'Your contact for the push services. Apple’s refuses messages without a valid one.',
  },
  REFUND_LIMITS: {
    section: 'Refunds',
    schema: v.optional(
      v.pipe(
        v.string(),
        v.regex(
          /^(none|(CNY|HKD|USD):\d{1,6}(,(CNY|HKD|USD):\d{1,6})*)$/,
          'must be amounts by currency such as CNY:500,HKD:500,USD:70, or none',
        ),
      ),
      'CNY:500,HKD:500,USD:70',
    ),
    description:
      'Amounts by currency above which an operator’s refund needs a second operator: cancellations, rejected reviews, corrected counts, returns and offers for claims. Counts everything that the order returns. Other currencies have no limit; `none` removes all.',
  },
  KEEP_PHOTOS_DAYS: {
    section: 'Retention',
    schema: v.optional(days, '180'),
    description:
      'Days after which photos of ended orders and of feedback are deleted: 30 or more, or 0 to keep them forever. Orders, payments and refunds stay. Unused photos and codes are deleted after a day, and codes of devices that have signed in after 30 days.',
  },
  KEEP_TRACES_DAYS: {
    section: 'Retention',
    schema: v.optional(days, '730'),
    description: 'Days after which traces of orders are deleted, with the same limits.',
  },
  KEEP_MESSAGES_DAYS: {
    section: 'Retention',
    schema: v.optional(days, '365'),
    description:
      'Days after which notifications, feedback and records of text messages are deleted, with the same limits.',
  },
  KEEP_LOGS_DAYS: {
    section: 'Retention',
    schema: v.optional(days, '730'),
    description: 'Days after which logs of employees’ operations are deleted, with the same limits.',
  },
  HANDSFREE_AUTOPILOT: {
    section: 'Demo',
    schema: v.optional(v.picklist(autopilotModes, `must be one of ${autopilotModes.join(', ')}`), 'on'),
    description:
      'Simulates couriers and desks in the demo: `on`, `fast`, `off`, or a problem: `review-fails`, `surcharge`, `slow`, `lost-message`.',
  },
  PUSH_TEST_HOST: {
    section: 'Demo',
    schema: v.optional(
      v.pipe(
        v.string(),
        v.regex(
          /^(localhost|127\.0\.0\.1):\d{1,5}$/,
          'must be a port of this machine such as 127.0.0.1:4999',
        ),
      ),
    ),
    example: '127.0.0.1:4999',
    description:
      'Push service of tests on this machine, to which push messages may go by http:// besides the browsers’ own. Production rejects it.',
  },
  HANDSFREE_DEMO_HOSTS: {
    section: 'Demo',
    schema: v.optional(hosts),
    example: 'db,mail',
    description:
      'Hosts besides this machine that the demo may use in `DATABASE_URL`, `SMS_URL` and `SMTP_URL`, such as those of docker compose. Don’t list hosts with data of real travellers, because the demo shows its codes to everybody.',
  },
} as const satisfies Record<string, Declaration>

export type SettingName = keyof typeof settingsTable
type Schemas = { [Name in SettingName]: (typeof settingsTable)[Name]['schema'] }

/** In the order of the docs. */
export const declarations = Object.entries(settingsTable) as [SettingName, Declaration][]

export const Environment = v.object(
  Object.fromEntries(declarations.map(([name, { schema }]) => [name, schema])) as Schemas,
)
export type Environment = v.InferOutput<typeof Environment>
