import type { Company, Currency, Locale, PaymentMethod } from '@handsfree/core/contract'
import * as v from 'valibot'
import type { PostgresOptions } from '../db/postgres.ts'
import { demoValues } from '../demo/demo-values.ts'
import type { LogLevel } from '../log.ts'
import type { PushSettings } from '../push/push-keys.ts'
import type { SmsSettings } from '../sms/sms-settings.ts'
import { StartError } from '../start-error.ts'
import type { AutopilotMode } from './autopilot-modes.ts'
import { type Market, markets, taxRatesOf } from './company-facts.ts'
import {
  findAlipayMistakes,
  findDemoMistakes,
  findGatewayMistakes,
  findProductionMistakes,
  findPushMistakes,
  findWechatPayMistakes,
  incompleteSettings,
  needsTls,
  rehearsalPrefix,
  smsUrlOf,
} from './settings-checks.ts'
import { Environment } from './settings-table.ts'

export type S3Settings = {
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

export type Settings = {
  port: number
  /** Public origin; null: this machine's LAN address. */
  publicUrl: string | null
  /** Milliseconds between failing `/ready/instance` and the actual stop. */
  drainMs: number
  logLevel: LogLevel
  /** Retention in days; 0 is forever. */
  keepDays: { photos: number; traces: number; messages: number; logs: number }
  /** Requests per minute and instance; 0 is unlimited. */
  limits: { perAddress: number; perAccount: number }
  /** Port and bearer token of `/metrics`; null disables it. */
  metrics: { port: number; token: string | null } | null
  /** Address of the collector of traces. */
  tracesUrl: string | null
  dataFolder: string
  /** PostgreSQL; null: PGlite in the data folder. */
  databaseUrl: string | null
  postgres: Omit<PostgresOptions, 'url'>
  /** External broker; null: the built-in one at `/mqtt`. */
  mqttUrl: string | null
  /** Where travellers connect to it; null: `/mqtt` at the request's host. */
  mqttPublicUrl: string | null
  /** Secret with which the external broker asks about clients; null: it can't. */
  mqttHookSecret: string | null
  s3: S3Settings | null
  stripe: { secretKey: string; webhookSecret: string } | null
  /** Keys in PEM. Null `gateway`: the real one. */
  alipay: {
    appId: string
    privateKey: string
    publicKey: string
    sellerId: string | null
    gateway: string | null
  } | null
  /** Keys in PEM. Null `url`: the real addresses. */
  wechatPay: {
    merchantId: string
    appId: string
    appSecret: string
    /** Of the merchant's API certificate. */
    serial: string
    privateKey: string
    apiV3Key: string
    publicKey: string
    publicKeyId: string
    url: string | null
  } | null
  /** Offered payment methods; empty lets the provider decide. */
  paymentMethods: PaymentMethod[]
  paymentReturnUrls: readonly string[]
  /** False if text messages are switched off. */
  sendsTexts: boolean
  /** Null prints messages in the terminal. */
  sms: SmsSettings | null
  /** Mail server for receipts; null disables them. */
  smtp: { url: string; from: string; requireTls: boolean } | null
  /** Null: created once in the demo's data folder; in production, no push messages. */
  push: PushSettings | null
  /** Host and port of a push service on this machine; null in production. */
  pushTestHost: string | null
  /** Two-letter codes of countries that get verification codes; null: all. */
  smsCountries: string[] | null
  /** Minor units by currency above which an operator's refund needs a second operator. */
  refundLimits: Partial<Record<Currency, number>>
  hotline: string
  /** Where travellers are served. */
  markets: readonly Market[]
  /** The seller, by language. */
  company: Record<Locale, Company>
  /** Shared with the clients, which sign configuration requests with it. */
  staticKey: string
  /** Base of all keys. Null: created once in the data folder. */
  secret: string | null
  /** Bootstrap operator's token; null disables it. */
  operatorToken: string | null
  /** Also accepted during rotation. */
  previous: { secret: string | null; staticKey: string | null; operatorToken: string | null }
  /** `off` in production. */
  autopilot: AutopilotMode
  /** Proxies whose X-Forwarded-* headers are trusted. */
  trustedProxy: string[]
  /** Demo world with codes, cards and operator. False only in production and rehearsals. */
  demo: boolean
  /** Production rules with test payments and marked pages. Only `smsNumbers` (`+` and digits) get text messages. */
  rehearsal: { smsNumbers: readonly string[] } | null
}

export type Stage = 'demo' | 'rehearsal' | 'production'

export const stageOf = ({ demo, rehearsal }: Pick<Settings, 'demo' | 'rehearsal'>): Stage =>
  demo ? 'demo' : rehearsal ? 'rehearsal' : 'production'

/** Each line names one invalid setting. */
export class SettingsError extends StartError {
  override name = 'SettingsError'
  readonly lines: readonly string[]
  constructor(lines: readonly string[]) {
    super(lines.join('\n'))
    this.lines = lines
  }
}

/** Two checks of a balancer that polls every 2 s, plus time to react. */
const productionDrainMs = 5_000

const postgresOf = (values: Environment): Settings['postgres'] => ({
  directUrl: values.DATABASE_DIRECT_URL ?? null,
  pool: values.DATABASE_POOL,
  connectMs: values.DATABASE_CONNECT_MS,
  statementMs: values.DATABASE_STATEMENT_MS,
  idleTransactionMs: values.DATABASE_IDLE_MS,
  migrates: values.HANDSFREE_MIGRATE === 'on',
  traces: values.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined,
})

/** Call after the checks. */
function smsOf(values: Environment): SmsSettings | null {
  const url = smsUrlOf(values)
  if (url === null) return null
  const common = {
    url,
    token: values.SMS_TOKEN!,
    templates: values.SMS_TEMPLATES ?? {},
    reportSecret: values.SMS_REPORT_SECRET ?? null,
  }
  const account = values.SMS_ACCOUNT!
  const signature = values.SMS_SIGNATURE!
  switch (values.SMS_GATEWAY) {
    case 'off':
      return null
    case 'http':
      return {
        ...common,
        gateway: 'http',
        sender: values.SMS_SENDER!,
        signature: values.SMS_SIGNATURE ?? null,
      }
    case 'twilio':
      return { ...common, gateway: 'twilio', account, sender: values.SMS_SENDER!, signature: null }
    case 'alibaba':
      return { ...common, gateway: 'alibaba', account, signature }
    case 'tencent':
      return {
        ...common,
        gateway: 'tencent',
        account,
        signature,
        app: values.SMS_TENCENT_APP!,
        region: values.SMS_TENCENT_REGION,
      }
  }
}

const refundLimitsOf = (limits: string): Settings['refundLimits'] =>
  Object.fromEntries(
    limits
      .split(',')
      .filter((entry) => entry !== 'none')
      .map((entry) => {
        const [currency, amount] = entry.split(':')
        return [currency, Number(amount) * 100]
      }),
  )

/** The demo's without a name. */
function companyOf(values: Environment): Settings['company'] {
  const { COMPANY_NAME: name, COMPANY_ADDRESS: address = null } = values
  if (name === undefined) return demoValues.company
  const facts = {
    name,
    address,
    registration: values.COMPANY_REGISTRATION ?? null,
    email: values.COMPANY_EMAIL ?? null,
    icpNumber: values.COMPANY_ICP ?? null,
    taxNumber: values.COMPANY_TAX_NUMBER ?? null,
    taxRates: (values.COMPANY_TAX_RATES && taxRatesOf(values.COMPANY_TAX_RATES)) || [],
  }
  return {
    'en-US': facts,
    'zh-CN': {
      ...facts,
      name: values.COMPANY_NAME_ZH ?? name,
      address: values.COMPANY_ADDRESS_ZH ?? address,
    },
  }
}

type RawEnvironment = Record<string, string | undefined>

/** In a rehearsal, `REHEARSAL_X` replaces `X`. */
function ofStage(environment: RawEnvironment): RawEnvironment {
  const { HANDSFREE_STAGE, NODE_ENV } = environment
  if (HANDSFREE_STAGE !== 'rehearsal') return environment
  const replaced = Object.entries(environment)
    .filter(([name]) => name.startsWith(rehearsalPrefix))
    .map(([name, value]) => [name.slice(rehearsalPrefix.length), value])
  return { ...environment, ...Object.fromEntries(replaced), HANDSFREE_STAGE, NODE_ENV }
}

/** Empty variables count as unset. */
function parse<Schema extends v.GenericSchema>(
  schema: Schema,
  environment: RawEnvironment,
): v.InferOutput<Schema> {
  const given = Object.fromEntries(
    Object.entries(ofStage(environment)).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = v.safeParse(schema, given)
  if (parsed.success) return parsed.output
  throw new SettingsError(parsed.issues.map((issue) => `${v.getDotPath(issue)} ${issue.message}`))
}

/** Settings for `broker-key.js`. Throws `SettingsError`. */
export function readSecretSettings(environment: RawEnvironment): Pick<Settings, 'secret' | 'dataFolder'> {
  const values = parse(v.pick(Environment, ['HANDSFREE_SECRET', 'HANDSFREE_DATA']), environment)
  return { secret: values.HANDSFREE_SECRET ?? null, dataFolder: values.HANDSFREE_DATA }
}

/** Throws `SettingsError`. */
export function readSettings(environment: RawEnvironment): Settings {
  const values = parse(Environment, environment)
  const demo = values.NODE_ENV !== 'production'
  const lines = [
    ...incompleteSettings(values),
    ...findGatewayMistakes(values),
    ...findPushMistakes(values),
    ...findAlipayMistakes(values),
    ...findWechatPayMistakes(values),
    ...(demo ? findDemoMistakes : findProductionMistakes)(values),
  ]
  if (lines.length > 0) throw new SettingsError(lines)
  return {
    port: values.PORT,
    publicUrl: values.PUBLIC_URL ? new URL(values.PUBLIC_URL).origin : null,
    drainMs: values.HANDSFREE_DRAIN_MS ?? (demo ? 0 : productionDrainMs),
    logLevel: values.LOG_LEVEL ?? (demo ? 'warn' : 'info'),
    limits: { perAddress: values.LIMIT_ADDRESS, perAccount: values.LIMIT_ACCOUNT },
    keepDays: {
      photos: values.KEEP_PHOTOS_DAYS,
      traces: values.KEEP_TRACES_DAYS,
      messages: values.KEEP_MESSAGES_DAYS,
      logs: values.KEEP_LOGS_DAYS,
    },
    metrics:
      values.METRICS_PORT === undefined
        ? null
        : { port: values.METRICS_PORT, token: values.METRICS_TOKEN ?? null },
    tracesUrl: values.OTEL_EXPORTER_OTLP_ENDPOINT ?? null,
    dataFolder: values.HANDSFREE_DATA,
    databaseUrl: values.DATABASE_URL ?? null,
    postgres: postgresOf(values),
    mqttUrl: values.MQTT_URL ?? null,
    mqttPublicUrl: values.MQTT_PUBLIC_URL ?? null,
    mqttHookSecret: values.MQTT_HOOK_SECRET ?? null,
    s3: values.S3_ENDPOINT
      ? {
          endpoint: values.S3_ENDPOINT,
          bucket: values.S3_BUCKET!,
          region: values.S3_REGION!,
          accessKeyId: values.S3_ACCESS_KEY_ID!,
          secretAccessKey: values.S3_SECRET_ACCESS_KEY!,
        }
      : null,
    stripe: values.STRIPE_SECRET_KEY
      ? { secretKey: values.STRIPE_SECRET_KEY, webhookSecret: values.STRIPE_WEBHOOK_SECRET! }
      : null,
    alipay: values.ALIPAY_APP_ID
      ? {
          appId: values.ALIPAY_APP_ID,
          privateKey: values.ALIPAY_PRIVATE_KEY!,
          publicKey: values.ALIPAY_PUBLIC_KEY!,
          sellerId: values.ALIPAY_SELLER_ID ?? null,
          gateway: values.ALIPAY_GATEWAY ?? null,
        }
      : null,
    wechatPay: values.WECHAT_PAY_MCH_ID
      ? {
          merchantId: values.WECHAT_PAY_MCH_ID,
          appId: values.WECHAT_PAY_APP_ID!,
          appSecret: values.WECHAT_PAY_APP_SECRET!,
          serial: values.WECHAT_PAY_SERIAL!,
          privateKey: values.WECHAT_PAY_PRIVATE_KEY!,
          apiV3Key: values.WECHAT_PAY_API_V3_KEY!,
          publicKey: values.WECHAT_PAY_PUBLIC_KEY!,
          publicKeyId: values.WECHAT_PAY_PUBLIC_KEY_ID!,
          url: values.WECHAT_PAY_URL ? new URL(values.WECHAT_PAY_URL).origin : null,
        }
      : null,
    paymentMethods: values.PAYMENT_METHODS ?? [],
    paymentReturnUrls: values.PAYMENT_RETURN_URLS ?? [],
    sendsTexts: values.SMS_GATEWAY !== 'off',
    sms: smsOf(values),
    smtp: values.SMTP_URL
      ? { url: values.SMTP_URL, from: values.MAIL_FROM!, requireTls: needsTls(values, values.SMTP_URL) }
      : null,
    push: values.PUSH_PUBLIC_KEY
      ? {
          publicKey: values.PUSH_PUBLIC_KEY,
          privateKey: values.PUSH_PRIVATE_KEY!,
          subject: values.PUSH_SUBJECT!,
        }
      : null,
    pushTestHost: values.PUSH_TEST_HOST ?? null,
    smsCountries: values.SMS_COUNTRIES ?? null,
    refundLimits: refundLimitsOf(values.REFUND_LIMITS),
    hotline: values.HANDSFREE_HOTLINE ?? demoValues.hotline,
    markets: values.MARKETS ?? markets,
    company: companyOf(values),
    staticKey: values.HANDSFREE_STATIC_KEY ?? demoValues.staticKey,
    secret: values.HANDSFREE_SECRET ?? null,
    operatorToken: values.HANDSFREE_OPERATOR_TOKEN ?? (demo ? demoValues.operatorToken : null),
    previous: {
      secret: values.HANDSFREE_SECRET_PREVIOUS ?? null,
      staticKey: values.HANDSFREE_STATIC_KEY_PREVIOUS ?? null,
      operatorToken: values.HANDSFREE_OPERATOR_TOKEN_PREVIOUS ?? null,
    },
    autopilot: demo ? values.HANDSFREE_AUTOPILOT : 'off',
    trustedProxy: values.TRUSTED_PROXY ?? [],
    demo,
    rehearsal:
      values.HANDSFREE_STAGE === 'rehearsal' ? { smsNumbers: values.SMS_REHEARSAL_NUMBERS ?? [] } : null,
  }
}
