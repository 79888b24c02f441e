import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { demoToken } from '@handsfree/core/api'
import * as v from 'valibot'
import { describe, expect, test, vi } from 'vitest'
import { parse } from 'yaml'
import { demoValues } from '../../../../server/runtime/demo/demo-values.ts'
import { demoCatalogue } from '../../../../server/runtime/demo/world.ts'
import { readSettings, SettingsError, stageOf } from '../../../../server/runtime/settings/settings.ts'
import { misspelledSettings, warningsOf } from '../../../../server/runtime/settings/settings-checks.ts'
import { declarations, settingsTable } from '../../../../server/runtime/settings/settings-table.ts'
import { textKinds } from '../../../../server/runtime/sms/text-kinds.ts'
import { environmentOf } from '../../../nightly/running/compose.ts'

const linesOf = (environment: Record<string, string>): readonly string[] => {
  try {
    readSettings(environment)
    return []
  } catch (error) {
    if (error instanceof SettingsError) return error.lines
    throw error
  }
}

const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://bags.example',
  DATABASE_URL: 'postgresql://db/handsfree',
  HANDSFREE_STATIC_KEY: 'nT4-xWc0Qe8uKzLr',
  HANDSFREE_SECRET: 'kV7eQ2mZ9dXw4LrT1sYb6HcN8fJp3GuA',
  HANDSFREE_HOTLINE: '+852 3000 1234',
  MARKETS: 'HK',
  COMPANY_NAME: 'Example Luggage Ltd.',
  COMPANY_REGISTRATION: '12345678',
  COMPANY_ADDRESS: '1 Example Road, Hong Kong',
  COMPANY_EMAIL: 'help@bags.example',
  SMS_URL: 'https://sms.example/send',
  SMS_TOKEN: 'token of the gateway',
  SMS_SENDER: 'Handsfree',
  STRIPE_SECRET_KEY: 'sk_live_51HxQ',
  STRIPE_WEBHOOK_SECRET: 'whsec_p9Rk2LmXv7',
}

const app = generateKeyPairSync('rsa', { modulusLength: 2048 })
const alipay = generateKeyPairSync('rsa', { modulusLength: 2048 })
const alipayPems = {
  privateKey: String(app.privateKey.export({ type: 'pkcs8', format: 'pem' })),
  publicKey: String(alipay.publicKey.export({ type: 'spki', format: 'pem' })),
}
const alipayKeys = {
  ALIPAY_APP_ID: '2021000000000001',
  ALIPAY_PRIVATE_KEY: alipayPems.privateKey,
  ALIPAY_PUBLIC_KEY: alipayPems.publicKey,
}
/** Two providers never share a private key. */
const wechatPems = {
  privateKey: String(alipay.privateKey.export({ type: 'pkcs8', format: 'pem' })),
  publicKey: String(app.publicKey.export({ type: 'spki', format: 'pem' })),
}
const wechatPayKeys = {
  WECHAT_PAY_MCH_ID: '1900000109',
  WECHAT_PAY_APP_ID: 'wxd678efh567hg6787',
  WECHAT_PAY_APP_SECRET: '7bd1f0c9a25e48360d5c9be17f42a683',
  WECHAT_PAY_SERIAL: '5157F09EFDC096DE15EBE81A47057A7232F1B8E1',
  WECHAT_PAY_PRIVATE_KEY: wechatPems.privateKey,
  WECHAT_PAY_API_V3_KEY: 'Kx72mQv9TzLw4RbYc81NpHd6JfGs3EuA',
  WECHAT_PAY_PUBLIC_KEY: wechatPems.publicKey,
  WECHAT_PAY_PUBLIC_KEY_ID: 'PUB_KEY_ID_0119000001092026112100000001',
}
const wechatPaySettings = {
  merchantId: '1900000109',
  appId: 'wxd678efh567hg6787',
  appSecret: wechatPayKeys.WECHAT_PAY_APP_SECRET,
  serial: wechatPayKeys.WECHAT_PAY_SERIAL,
  apiV3Key: wechatPayKeys.WECHAT_PAY_API_V3_KEY,
  publicKeyId: wechatPayKeys.WECHAT_PAY_PUBLIC_KEY_ID,
  ...wechatPems,
}
const pushKeys = {
  PUSH_PUBLIC_KEY: 'BM3pveH7jY90Yc26HvwMtFo-ynKlHhz3145LudkDdhj-_ati-ylosu9rkkqIvS-_JnljkLzVKBmcJdndZgWl_SI',
  PUSH_PRIVATE_KEY: '2LobjQPQhxnnJBIlupkEM69HDcWQF4MbQwhKXVrgPA8',
}

test('reads no settings as the demo', () => {
  expect(readSettings({})).toEqual({
    port: 4000,
    publicUrl: null,
    drainMs: 0,
    logLevel: 'warn',
    keepDays: { photos: 180, traces: 730, messages: 365, logs: 730 },
    limits: { perAddress: 6_000, perAccount: 1_200 },
    metrics: null,
    tracesUrl: null,
    dataFolder: './data',
    databaseUrl: null,
    postgres: {
      directUrl: null,
      pool: 10,
      connectMs: 10_000,
      statementMs: 30_000,
      idleTransactionMs: 60_000,
      migrates: true,
      traces: false,
    },
    mqttUrl: null,
    mqttPublicUrl: null,
    mqttHookSecret: null,
    s3: null,
    stripe: null,
    alipay: null,
    wechatPay: null,
    paymentMethods: [],
    paymentReturnUrls: [],
    sendsTexts: true,
    sms: null,
    smtp: null,
    push: null,
    pushTestHost: null,
    refundLimits: { CNY: 50_000, HKD: 50_000, USD: 7_000 },
    smsCountries: null,
    hotline: '+86 21 0000 0731',
    markets: ['CN', 'HK', 'EU'],
    company: demoValues.company,
    staticKey: 'handsfree-demo-static-key',
    secret: null,
    operatorToken: 'demo-operator-token',
    previous: { secret: null, staticKey: null, operatorToken: null },
    autopilot: 'on',
    trustedProxy: [],
    demo: true,
    rehearsal: null,
  })
})

test('reads Alipay’s keys as PEM or base64, and private ones as PKCS #1 too', () => {
  const sandbox = { ALIPAY_GATEWAY: 'https://openapi-sandbox.dl.alipaydev.com/gateway.do' }
  const read = (changes: object) => readSettings({ ...alipayKeys, ...sandbox, ...changes }).alipay
  expect(read({})).toEqual({
    ...alipayPems,
    appId: '2021000000000001',
    sellerId: null,
    gateway: sandbox.ALIPAY_GATEWAY,
  })
  const base64Of = (pem: string) => pem.replaceAll(/-----[^-]+-----|\s/g, '')
  const pkcs1 = String(app.privateKey.export({ type: 'pkcs1', format: 'pem' }))
  for (const [privateKey, publicKey] of [
    [base64Of(alipayPems.privateKey), base64Of(alipayPems.publicKey)],
    [pkcs1, alipayPems.publicKey.replaceAll('\n', '\\n')],
    [base64Of(pkcs1), alipayPems.publicKey],
  ])
    expect(read({ ALIPAY_PRIVATE_KEY: privateKey, ALIPAY_PUBLIC_KEY: publicKey })).toMatchObject(alipayPems)
})

test('reports wrong settings of Alipay in one line each', () => {
  const sandbox = { ALIPAY_GATEWAY: 'https://openapi-sandbox.dl.alipaydev.com/gateway.do' }
  const lines = (changes: object) => linesOf({ ...alipayKeys, ...sandbox, ...changes })
  const weak = generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey
  const ownKey = String(app.publicKey.export({ type: 'spki', format: 'pem' }))
  const privateLine =
    'ALIPAY_PRIVATE_KEY must be an RSA private key of 2048 bits or more, as PEM or its base64'
  expect(lines({})).toEqual([])
  expect(lines({ ALIPAY_PRIVATE_KEY: 'abc' })).toEqual([privateLine])
  expect(lines({ ALIPAY_PRIVATE_KEY: String(weak.export({ type: 'pkcs8', format: 'pem' })) })).toEqual([
    privateLine,
  ])
  expect(lines({ ALIPAY_PUBLIC_KEY: alipayPems.privateKey })).toEqual([
    'ALIPAY_PUBLIC_KEY must be an RSA public key of 2048 bits or more, as PEM or its base64',
  ])
  expect(lines({ ALIPAY_PUBLIC_KEY: ownKey })).toEqual([
    'ALIPAY_PUBLIC_KEY is the app’s own public key. Copy Alipay’s public key from Alipay’s console.',
  ])
  expect(lines({ ALIPAY_APP_ID: '2021' })).toEqual(['ALIPAY_APP_ID must be the 16 digits of the app’s id'])
  expect(lines({ ALIPAY_SELLER_ID: '1' })).toEqual([
    'ALIPAY_SELLER_ID must be 16 digits that begin with 2088',
  ])
  expect(lines({ ALIPAY_PUBLIC_KEY: '' })).toEqual([
    'ALIPAY_PUBLIC_KEY is missing: ALIPAY_APP_ID needs it. Set both or neither.',
  ])
  expect(linesOf(sandbox)).toEqual([
    'ALIPAY_APP_ID is missing: ALIPAY_GATEWAY needs it. Set both or neither.',
  ])
  expect(linesOf(alipayKeys)).toEqual([
    'ALIPAY_GATEWAY isn’t the gateway of Alipay’s sandbox, but the demo takes no real money. Set it to that, or set NODE_ENV=production.',
  ])
  expect(linesOf({ ...production, ...alipayKeys, ...sandbox })).toEqual([
    'ALIPAY_GATEWAY is for the demo and rehearsals only, because the sandbox takes no money. Remove it.',
  ])
})

test('reports wrong settings of WeChat Pay in one line each', () => {
  const standIn = { WECHAT_PAY_URL: 'http://127.0.0.1:9000/' }
  const lines = (changes: object) => linesOf({ ...wechatPayKeys, ...standIn, ...changes })
  expect(readSettings({ ...wechatPayKeys, ...standIn }).wechatPay).toEqual({
    ...wechatPaySettings,
    url: 'http://127.0.0.1:9000',
  })
  for (const [name, value, rule] of [
    ['WECHAT_PAY_MCH_ID', '19', 'the 8 to 10 digits of the merchant’s number'],
    ['WECHAT_PAY_APP_ID', '1900000109', 'wx and 16 lowercase letters or digits'],
    ['WECHAT_PAY_APP_SECRET', 'abc', '32 hexadecimal digits'],
    ['WECHAT_PAY_SERIAL', '5157', 'the 40 hexadecimal digits of the certificate’s serial number'],
    ['WECHAT_PAY_PRIVATE_KEY', 'abc', 'an RSA private key of 2048 bits or more, as PEM or its base64'],
    ['WECHAT_PAY_API_V3_KEY', 'abc', 'the 32 letters and digits of the API v3 key'],
    ['WECHAT_PAY_PUBLIC_KEY', 'abc', 'an RSA public key of 2048 bits or more, as PEM or its base64'],
    ['WECHAT_PAY_PUBLIC_KEY_ID', '0119', 'PUB_KEY_ID_ and digits'],
  ])
    expect(lines({ [name!]: value })).toEqual([`${name} must be ${rule}`])
  expect(lines({ WECHAT_PAY_PUBLIC_KEY: alipayPems.publicKey })).toEqual([
    'WECHAT_PAY_PUBLIC_KEY is the merchant’s own public key. Copy WeChat Pay’s public key from the merchant platform.',
  ])
  for (const name of Object.keys(wechatPayKeys).slice(1))
    expect(lines({ [name]: '' })).toEqual([
      `${name} is missing: WECHAT_PAY_MCH_ID needs it. Set both or neither.`,
    ])
  const noStandIn =
    'WECHAT_PAY_URL isn’t a stand-in on this machine, but the demo takes no real money. Set it to one, or set NODE_ENV=production.'
  expect(linesOf(wechatPayKeys)).toEqual([noStandIn])
  expect(lines({ WECHAT_PAY_URL: 'https://api.mch.weixin.qq.com' })).toEqual([noStandIn])
  expect(linesOf({ ...production, ...wechatPayKeys, ...standIn })).toEqual([
    'WECHAT_PAY_URL is for the demo and rehearsals only, because a stand-in takes no money. Remove it.',
  ])
  const weak = { WECHAT_PAY_API_V3_KEY: 'abcdefghabcdefghabcdefghabcdefgh' }
  expect(linesOf({ ...production, ...wechatPayKeys, ...weak })).toEqual([
    'WECHAT_PAY_API_V3_KEY is easy to guess: generate one with `openssl rand -hex 16` and set it in WeChat Pay’s merchant platform too.',
  ])
})

test('refuses tax rates above 30%, of 0, twice, and without a tax number', () => {
  const company = { COMPANY_NAME: 'Example Luggage Ltd.', COMPANY_TAX_NUMBER: '12345' }
  const must = 'COMPANY_TAX_RATES must be percentages above 0 and up to 30 by currency such as CNY:6,USD:20'
  for (const rates of ['6', 'CNY:0', 'CNY:31', 'CNY:6,CNY:13', 'CNY:6.125', 'EUR:20', 'CNY:6,']) {
    expect([rates, linesOf({ ...company, COMPANY_TAX_RATES: rates })]).toEqual([rates, [must]])
  }
  const { COMPANY_TAX_NUMBER: _, ...unnumbered } = company
  expect(linesOf({ ...unnumbered, COMPANY_TAX_RATES: 'CNY:6' }).join()).toMatch(
    /COMPANY_TAX_RATES[^,]*COMPANY_TAX_NUMBER|COMPANY_TAX_NUMBER[^,]*COMPANY_TAX_RATES/,
  )
})

test('reads every setting', () => {
  const facts = {
    registration: '12345678',
    email: 'help@bags.example',
    icpNumber: '沪ICP备12345678号',
    taxNumber: 'EU123456789',
    taxRates: [
      { currency: 'CNY', percent: 6 },
      { currency: 'USD', percent: 8.5 },
    ],
  }
  expect(
    readSettings({
      ...production,
      PORT: '80',
      PUBLIC_URL: 'https://bags.example/',
      HANDSFREE_DATA: '/srv/handsfree',
      HANDSFREE_DRAIN_MS: '12000',
      LOG_LEVEL: 'error',
      KEEP_PHOTOS_DAYS: '30',
      KEEP_TRACES_DAYS: '0',
      KEEP_MESSAGES_DAYS: '90',
      KEEP_LOGS_DAYS: '400',
      LIMIT_ADDRESS: '900',
      LIMIT_ACCOUNT: '0',
      METRICS_PORT: '9464',
      METRICS_TOKEN: 'Rk7-pWq2ZtY9_mBd',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318',
      DATABASE_DIRECT_URL: 'postgresql://db:5433/handsfree',
      DATABASE_POOL: '40',
      DATABASE_CONNECT_MS: '2000',
      DATABASE_STATEMENT_MS: '8000',
      DATABASE_IDLE_MS: '9000',
      HANDSFREE_MIGRATE: 'off',
      MQTT_URL: 'mqtts://broker:8883',
      MQTT_PUBLIC_URL: 'wss://live.example/mqtt',
      MQTT_HOOK_SECRET: 'hook_Rk7-pWq2ZtY9_mBdXv4LcQ8sJn6F',
      S3_ENDPOINT: 'https://s3.example',
      S3_BUCKET: 'photos',
      S3_REGION: 'eu',
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: 'key',
      HANDSFREE_OPERATOR_TOKEN: 'Qz5-uT8wKe1_nXcL',
      HANDSFREE_SECRET_PREVIOUS: 'Gd5kP0wXv7RtN2sLb9QyHc4JmZ8fTa1E',
      HANDSFREE_STATIC_KEY_PREVIOUS: 'wY3-kQz8Lm2Rt6Vb',
      HANDSFREE_OPERATOR_TOKEN_PREVIOUS: 'Hb2-xN7vRq4_sTzW',
      PAYMENT_METHODS: 'card, wechat_pay,card',
      PAYMENT_RETURN_URLS: 'https://app.example/paid, http://localhost:8000/paid',
      SMTP_URL: 'smtp://mail.example',
      MAIL_FROM: 'Handsfree <receipts@bags.example>',
      ...pushKeys,
      PUSH_SUBJECT: 'mailto:push@bags.example',
      ...alipayKeys,
      ALIPAY_SELLER_ID: '2088000000000001',
      ...wechatPayKeys,
      SMS_COUNTRIES: 'CN, hk',
      REFUND_LIMITS: 'CNY:2000',
      MARKETS: 'CN, HK,EU',
      COMPANY_NAME_ZH: '示例行李有限公司',
      COMPANY_ADDRESS_ZH: '香港示例路1号',
      COMPANY_ICP: '沪ICP备12345678号',
      COMPANY_TAX_NUMBER: 'EU123456789',
      COMPANY_TAX_RATES: 'CNY:6,USD:8.5',
      HANDSFREE_AUTOPILOT: 'on',
      TRUSTED_PROXY: 'loopback, 10.0.0.0/8,2001:db8::/32',
    }),
  ).toEqual({
    port: 80,
    publicUrl: 'https://bags.example',
    drainMs: 12_000,
    logLevel: 'error',
    keepDays: { photos: 30, traces: 0, messages: 90, logs: 400 },
    limits: { perAddress: 900, perAccount: 0 },
    metrics: { port: 9464, token: 'Rk7-pWq2ZtY9_mBd' },
    tracesUrl: 'http://collector:4318',
    dataFolder: '/srv/handsfree',
    databaseUrl: 'postgresql://db/handsfree',
    postgres: {
      directUrl: 'postgresql://db:5433/handsfree',
      pool: 40,
      connectMs: 2_000,
      statementMs: 8_000,
      idleTransactionMs: 9_000,
      migrates: false,
      traces: true,
    },
    mqttUrl: 'mqtts://broker:8883',
    mqttPublicUrl: 'wss://live.example/mqtt',
    mqttHookSecret: 'hook_Rk7-pWq2ZtY9_mBdXv4LcQ8sJn6F',
    s3: {
      endpoint: 'https://s3.example',
      bucket: 'photos',
      region: 'eu',
      accessKeyId: 'id',
      secretAccessKey: 'key',
    },
    stripe: { secretKey: 'sk_live_51HxQ', webhookSecret: 'whsec_p9Rk2LmXv7' },
    alipay: { ...alipayPems, appId: '2021000000000001', sellerId: '2088000000000001', gateway: null },
    wechatPay: { ...wechatPaySettings, url: null },
    paymentMethods: ['card', 'wechat_pay'],
    paymentReturnUrls: ['https://app.example/paid', 'http://localhost:8000/paid'],
    sendsTexts: true,
    sms: {
      gateway: 'http',
      url: 'https://sms.example/send',
      token: 'token of the gateway',
      sender: 'Handsfree',
      signature: null,
      templates: {},
      reportSecret: null,
    },
    smtp: { url: 'smtp://mail.example', from: 'Handsfree <receipts@bags.example>', requireTls: true },
    push: {
      publicKey: pushKeys.PUSH_PUBLIC_KEY,
      privateKey: pushKeys.PUSH_PRIVATE_KEY,
      subject: 'mailto:push@bags.example',
    },
    pushTestHost: null,
    smsCountries: ['CN', 'HK'],
    refundLimits: { CNY: 200_000 },
    hotline: '+852 3000 1234',
    markets: ['CN', 'HK', 'EU'],
    company: {
      'en-US': { ...facts, name: 'Example Luggage Ltd.', address: '1 Example Road, Hong Kong' },
      'zh-CN': { ...facts, name: '示例行李有限公司', address: '香港示例路1号' },
    },
    staticKey: 'nT4-xWc0Qe8uKzLr',
    secret: 'kV7eQ2mZ9dXw4LrT1sYb6HcN8fJp3GuA',
    operatorToken: 'Qz5-uT8wKe1_nXcL',
    previous: {
      secret: 'Gd5kP0wXv7RtN2sLb9QyHc4JmZ8fTa1E',
      staticKey: 'wY3-kQz8Lm2Rt6Vb',
      operatorToken: 'Hb2-xN7vRq4_sTzW',
    },
    autopilot: 'off',
    trustedProxy: ['loopback', '10.0.0.0/8', '2001:db8::/32'],
    demo: false,
    rehearsal: null,
  })
})

test('treats an empty setting as unset', () => {
  expect(readSettings({ PORT: '', DATABASE_URL: '', HANDSFREE_AUTOPILOT: '' })).toEqual(readSettings({}))
})

test('reports each mistake in one line that names its setting', () => {
  expect(
    linesOf({
      PORT: '70000',
      DATABASE_URL: 'mysql://db',
      KEEP_PHOTOS_DAYS: '7',
      MQTT_URL: 'broker',
      MQTT_PUBLIC_URL: 'wss://live.example/other',
      SMS_URL: 'ftp://x',
      SMS_COUNTRIES: 'CN,ZZ',
      HANDSFREE_STATIC_KEY: 'short',
      HANDSFREE_OPERATOR_TOKEN: 'one with a space and more',
      HANDSFREE_AUTOPILOT: 'maybe',
      TRUSTED_PROXY: '10.0.0.0/33',
    }),
  ).toEqual([
    'PORT must be a port from 0 to 65535',
    'TRUSTED_PROXY must be addresses, ranges such as 10.0.0.0/8, or loopback, separated by commas',
    'HANDSFREE_STATIC_KEY must have at least 16 characters',
    'HANDSFREE_OPERATOR_TOKEN must contain only letters, digits, - and _',
    'DATABASE_URL must be an address that begins with postgres:// or postgresql://',
    'MQTT_URL must be an address that begins with mqtt:// or mqtts:// or ws:// or wss://',
    'MQTT_PUBLIC_URL must end with /mqtt, where clients connect',
    'SMS_URL must be an address that begins with http:// or https://',
    'SMS_COUNTRIES must be two-letter country codes such as CN,HK,US',
    'KEEP_PHOTOS_DAYS must be 30 to 36500 days, or 0 to keep forever',
    'HANDSFREE_AUTOPILOT must be one of off, on, review-fails, surcharge, slow, fast, lost-message',
  ])
})

test('requires settings that belong together', () => {
  expect(linesOf({ S3_BUCKET: 'photos', S3_REGION: 'eu', STRIPE_WEBHOOK_SECRET: 'whsec' })).toEqual([
    'S3_ENDPOINT is missing: S3_BUCKET needs it. Set both or neither.',
    'S3_ACCESS_KEY_ID is missing: S3_BUCKET needs it. Set both or neither.',
    'S3_SECRET_ACCESS_KEY is missing: S3_BUCKET needs it. Set both or neither.',
    'STRIPE_SECRET_KEY is missing: STRIPE_WEBHOOK_SECRET needs it. Set both or neither.',
  ])
  expect(linesOf({ MQTT_PUBLIC_URL: 'wss://live.example', METRICS_TOKEN: 'Rk7-pWq2ZtY9_mBd' })).toEqual([
    'METRICS_PORT is missing: METRICS_TOKEN needs it. Set both or neither.',
    'MQTT_URL is missing: MQTT_PUBLIC_URL needs it. Set both or neither.',
  ])
  expect(linesOf({ SMS_TOKEN: 't', MAIL_FROM: 'a@b.example' })).toEqual([
    'SMTP_URL is missing: MAIL_FROM needs it. Set both or neither.',
    'SMS_URL is missing: SMS_GATEWAY=http needs it.',
    'SMS_SENDER is missing: SMS_GATEWAY=http needs it.',
  ])
})

test('refuses push keys that don’t belong together, and a subject that Apple’s push service refuses', () => {
  const subjectLine =
    'PUSH_SUBJECT must be an address that push services can reach you at, such as mailto:push@bags.example or https://bags.example'
  const subjects = ['mailto:push', 'push@bags.example', 'https://localhost', 'http://bags.example']
  for (const subject of [...subjects, 'mailto: <push@bags.example>', 'https://192.0.2.1']) {
    expect(linesOf({ ...pushKeys, PUSH_SUBJECT: subject })).toEqual([subjectLine])
  }
  expect(linesOf({ ...pushKeys, PUSH_SUBJECT: 'https://bags.example/contact' })).toEqual([])
  const { PUSH_PUBLIC_KEY } = pushKeys
  const others = { PUSH_PUBLIC_KEY, PUSH_SUBJECT: 'mailto:push@bags.example' }
  expect(linesOf({ ...others, PUSH_PRIVATE_KEY: randomBytes(32).toString('base64url') })).toEqual([
    'PUSH_PRIVATE_KEY doesn’t belong to PUSH_PUBLIC_KEY. Copy both from one run of `npx web-push generate-vapid-keys`.',
  ])
  expect(linesOf(others)).toEqual([
    'PUSH_PRIVATE_KEY is missing: PUSH_PUBLIC_KEY needs it. Set both or neither.',
  ])
})

test('accepts a push service for tests in the demo only', () => {
  expect(readSettings({ PUSH_TEST_HOST: '127.0.0.1:4999' }).pushTestHost).toBe('127.0.0.1:4999')
  expect(linesOf({ PUSH_TEST_HOST: 'push.example:80' })).toHaveLength(1)
  expect(linesOf({ ...production, PUSH_TEST_HOST: '127.0.0.1:4999' })).toEqual([
    'PUSH_TEST_HOST is for tests only, because anybody could make the server send there. Remove it.',
  ])
})

const allTemplates = Object.fromEntries(
  textKinds.map((kind) => [kind, { 'en-US': `${kind}-1`, 'zh-CN': `${kind}-2` }]),
)

describe('settings of an SMS gateway', () => {
  const { SMS_URL, SMS_SENDER, ...others } = production
  const alibaba = {
    ...others,
    SMS_GATEWAY: 'alibaba',
    SMS_ACCOUNT: 'LTAI-id',
    SMS_SIGNATURE: '行李',
    SMS_TEMPLATES: JSON.stringify(allTemplates),
  }

  test('accepts each gateway with what it needs', () => {
    expect(readSettings(alibaba).sms).toMatchObject({
      gateway: 'alibaba',
      url: 'https://dysmsapi.aliyuncs.com',
      signature: '行李',
      templates: allTemplates,
    })
    const tencent = { ...alibaba, SMS_GATEWAY: 'tencent', SMS_TENCENT_APP: '1400000001' }
    expect(readSettings({ ...tencent, SMS_URL: 'https://sms.intl.tencentcloudapi.com/' }).sms).toMatchObject({
      gateway: 'tencent',
      url: 'https://sms.intl.tencentcloudapi.com',
      app: '1400000001',
      region: 'ap-guangzhou',
    })
    const twilio = { ...others, SMS_GATEWAY: 'twilio', SMS_ACCOUNT: 'AC1', SMS_SENDER }
    expect(readSettings(twilio).sms).toMatchObject({
      gateway: 'twilio',
      url: 'https://api.twilio.com',
      templates: {},
    })
    expect(linesOf({ ...twilio, SMS_URL: 'http://sms.example' })).toEqual([
      'SMS_URL must begin with https://, because others could read unencrypted traffic.',
    ])
  })

  test('needs mail instead of a gateway while text messages are switched off', () => {
    const { SMS_TOKEN, ...off } = { ...others, SMS_GATEWAY: 'off' }
    const mail = { SMTP_URL: 'smtps://mail.example', MAIL_FROM: 'Handsfree <codes@bags.example>' }
    expect(linesOf(off)).toEqual([
      'SMTP_URL is missing: SMS_GATEWAY=off needs it, because codes are then mailed.',
    ])
    expect(readSettings({ ...off, ...mail })).toMatchObject({ sendsTexts: false, sms: null })
  })

  test('names in one line each what a gateway lacks', () => {
    expect(linesOf({ ...others, SMS_GATEWAY: 'tencent' })).toEqual(
      ['SMS_ACCOUNT', 'SMS_TENCENT_APP', 'SMS_SIGNATURE', 'SMS_TEMPLATES'].map(
        (name) => `${name} is missing: SMS_GATEWAY=tencent needs it.`,
      ),
    )
    const { code, pickedUp, ...rest } = allTemplates
    const templates = { ...rest, code: { 'en-US': 'SMS_1' } }
    expect(linesOf({ ...alibaba, SMS_TEMPLATES: JSON.stringify(templates) })).toEqual([
      'SMS_TEMPLATES has no template for code in zh-CN, pickedUp in en-US, pickedUp in zh-CN. SMS_GATEWAY=alibaba sends templates only.',
    ])
    expect(linesOf({ ...others, SMS_URL: SMS_URL, SMS_SENDER, SMS_GATEWAY: 'aws' })).toEqual([
      'SMS_GATEWAY must be one of http, twilio, alibaba, tencent, off',
    ])
  })

  test.each([
    ['{', 'SMS_TEMPLATES must be a JSON object'],
    [
      '{"picked":{}}',
      'SMS_TEMPLATES.picked must be a JSON object with kinds out of code, phoneChanged, prepared, ',
    ],
    ['{"code":{"zh":"1"}}', 'SMS_TEMPLATES.code.zh must have templates by language: en-US, zh-CN'],
    [
      '{"code":{"zh-CN":{"id":"1","values":["to"]}}}',
      'SMS_TEMPLATES.code.zh-CN must be a template’s id, or { "id", "values" } with values out of code, minutes',
    ],
    ['{"code":{"zh-CN":""}}', 'SMS_TEMPLATES.code.zh-CN must be a template’s id'],
  ])('refuses the templates %s', (templates, line) => {
    const lines = linesOf({ ...alibaba, SMS_TEMPLATES: templates })
    expect(lines).toEqual([expect.stringContaining(line)])
  })

  test('refuses a gateway of real people in the demo', () => {
    const demo = { SMS_GATEWAY: 'twilio', SMS_ACCOUNT: 'AC1', SMS_TOKEN: 'token', SMS_SENDER: 'Handsfree' }
    expect(linesOf(demo)[0]).toBe(
      'SMS_URL is at api.twilio.com, but the demo sends no messages. Set NODE_ENV=production, or list a test host in HANDSFREE_DEMO_HOSTS.',
    )
    expect(linesOf({ ...demo, SMS_URL: 'http://127.0.0.1:9' })).toEqual([])
  })
})

describe('production settings', () => {
  const linesWith = (changes: Record<string, string>) => linesOf({ ...production, ...changes })

  test('reports every missing setting', () => {
    expect(linesOf(production)).toEqual([])
    expect(readSettings(production).operatorToken).toBe(null)
    expect(linesOf({ NODE_ENV: 'production' })).toEqual(
      [
        'PUBLIC_URL is missing: links in messages use this address',
        'HANDSFREE_SECRET is missing: the keys of codes, photos, quotes and broker passwords are derived from it',
        'HANDSFREE_STATIC_KEY is missing: the demo’s key is public',
        'DATABASE_URL is missing: PGlite may lose the last orders in a power cut, and serves one process only',
        'STRIPE_SECRET_KEY is missing: the sandbox accepts demo cards',
        'SMS_TOKEN is missing: codes are printed in the terminal otherwise',
        'HANDSFREE_HOTLINE is missing: nobody answers the demo’s number',
        'MARKETS is missing: it decides which facts about the company are shown',
      ].map((line) => `${line}. See docs/settings.md.`),
    )
  })

  test('names the facts about the company that a market asks for', () => {
    const { COMPANY_EMAIL: _, ...withoutEmail } = production
    expect(linesOf({ ...withoutEmail, MARKETS: 'CN,EU' })).toEqual([
      'COMPANY_EMAIL is missing: MARKETS=CN,EU needs it. See docs/settings.md.',
      'COMPANY_ICP is missing: MARKETS=CN needs it. See docs/settings.md.',
      'COMPANY_TAX_NUMBER is missing: MARKETS=EU needs it. See docs/settings.md.',
    ])
    expect(linesWith({ MARKETS: 'CN,US' })).toEqual([
      'MARKETS must be a list of CN, HK, EU, separated by commas',
    ])
  })

  test('refuses values of the demo', () => {
    expect(
      linesWith({
        HANDSFREE_STATIC_KEY: 'handsfree-demo-static-key',
        HANDSFREE_OPERATOR_TOKEN: 'demo-operator-token',
        HANDSFREE_HOTLINE: '+86 21 0000 0731',
      }),
    ).toEqual([
      'HANDSFREE_STATIC_KEY has the demo’s public value. Choose your own.',
      'HANDSFREE_OPERATOR_TOKEN has the demo’s public value. Choose your own.',
      'HANDSFREE_HOTLINE has the demo’s public value. Choose your own.',
    ])
    for (const { employeeId } of demoCatalogue.employees) {
      const token = demoToken(employeeId)
      expect(linesWith({ HANDSFREE_OPERATOR_TOKEN: token }), token).toEqual([
        'HANDSFREE_OPERATOR_TOKEN has the demo’s public value. Choose your own.',
      ])
    }
  })

  const weak = (name: string) => `${name} is easy to guess: generate one with \`openssl rand -hex 32\`.`

  test.each([
    'a'.repeat(32),
    'ab'.repeat(40),
    'kV7eQ2mZ9dXw'.repeat(3),
    '01234567890123456789012345678901',
    'abcdefghijklmnopqrstuvwxyz0123456789',
    'aaaaaaaaaaaaaaaaaaaaaaaakV7eQ2mZ9dXw',
    'abbacdabcadbcabdacbdabcdbacdbabdca',
    'change-me-to-something-of-32-letters',
  ])('refuses the secret %s', (secret) => {
    expect(linesWith({ HANDSFREE_SECRET: secret })).toEqual([weak('HANDSFREE_SECRET')])
  })

  test('refuses keys, tokens and webhook secrets that are easily guessed', () => {
    expect(
      linesWith({
        HANDSFREE_STATIC_KEY: 'k'.repeat(16),
        HANDSFREE_OPERATOR_TOKEN: '1234567812345678',
        STRIPE_WEBHOOK_SECRET: `whsec_${'x'.repeat(20)}`,
      }),
    ).toEqual([
      weak('HANDSFREE_STATIC_KEY'),
      weak('HANDSFREE_OPERATOR_TOKEN'),
      'STRIPE_WEBHOOK_SECRET is easy to guess: copy the signing secret of the webhook (whsec_…) from Stripe’s dashboard.',
    ])
  })

  test('accepts random secrets', () => {
    for (let made = 0; made < 2_000; made++) {
      const secret = randomBytes(24).toString(made % 2 ? 'hex' : 'base64url')
      expect(linesWith({ HANDSFREE_SECRET: secret }), secret).toEqual([])
    }
  })

  test('refuses the same value for two settings', () => {
    const same = production.HANDSFREE_SECRET
    expect(linesWith({ HANDSFREE_STATIC_KEY: same, HANDSFREE_OPERATOR_TOKEN: same })).toEqual([
      'HANDSFREE_STATIC_KEY is the same as HANDSFREE_SECRET. Use a different value for each.',
      'HANDSFREE_OPERATOR_TOKEN is the same as HANDSFREE_SECRET. Use a different value for each.',
    ])
    expect(linesWith({ SMS_TOKEN: same })).toEqual([
      'SMS_TOKEN is the same as HANDSFREE_SECRET. Use a different value for each.',
    ])
  })

  test.each(['sk_test_51HxQ', 'rk_test_51HxQ', 'sk_test', 'pk_live_51HxQ', 'anything'])(
    'refuses the Stripe key %s',
    (key) => {
      expect(linesWith({ STRIPE_SECRET_KEY: key })).toEqual([
        'STRIPE_SECRET_KEY isn’t a live key (sk_live_… or rk_live_…), which production requires. Test keys are for HANDSFREE_STAGE=rehearsal.',
      ])
    },
  )

  test('refuses gateways without TLS unless they are on this machine', () => {
    const s3 = { S3_BUCKET: 'b', S3_REGION: 'r', S3_ACCESS_KEY_ID: 'i', S3_SECRET_ACCESS_KEY: 'k' }
    const at = (host: string) => ({
      ...s3,
      SMS_URL: `http://${host}/send`,
      S3_ENDPOINT: `http://${host}`,
      MQTT_URL: `ws://${host}/mqtt`,
      MQTT_PUBLIC_URL: `ws://${host}`,
    })
    for (const host of ['sms.example', '10.0.0.7:9000', '0.0.0.0', 'localhost.example', '[::2]'])
      expect(linesWith(at(host)), host).toEqual([
        'SMS_URL must begin with https://, because others could read unencrypted traffic.',
        'S3_ENDPOINT must begin with https://, because others could read unencrypted traffic.',
        'MQTT_URL must begin with wss://, because others could read unencrypted traffic.',
        'MQTT_PUBLIC_URL must begin with wss://, because others could read unencrypted traffic.',
      ])
    expect(linesWith({ ...at('storage:9000'), HANDSFREE_PRIVATE_HOSTS: 'db, storage' })).toEqual([
      'MQTT_PUBLIC_URL must begin with wss://, because others could read unencrypted traffic.',
    ])
    for (const host of ['localhost:9000', '127.0.0.1', '127.8.8.8:1', '[::1]:80'])
      expect(linesWith(at(host)), host).toEqual([])
  })

  test('accepts the settings of compose.yaml unchanged', () => {
    const own = { ...production, S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'key' }
    const values = { ...own, PUBLIC_URL: 'https://bags.example', POSTGRES_PASSWORD: 'Xw4LrT1sYb6' }
    for (const service of ['app-1', 'app-2', 'migrate']) {
      expect(linesOf(environmentOf(service, values)), service).toEqual([])
    }
  })

  test('passes every setting of .env.example from .env, except those that compose.yaml fixes', () => {
    const text = readFileSync(new URL('../../../../compose.yaml', import.meta.url), 'utf8')
    const { services } = parse(text, { merge: true })
    const fixed = Object.entries<unknown>(services['app-1'].environment)
      .filter(([name, value]) => !String(value).startsWith(`\${${name}:`))
      .map(([name]) => name)
    expect(fixed).toEqual(['NODE_ENV', 'PORT', 'DATABASE_URL', 'HANDSFREE_MIGRATE'])
    const page = readFileSync(new URL('../../../../docs/guide/operate.md', import.meta.url), 'utf8')
    expect(page).toContain(fixed.map((name) => `\`${name}\``).join(', '))
    const own = {
      ...production,
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: 'key',
      POSTGRES_PASSWORD: 'Xw4',
    }
    const values = { ...own, PUBLIC_URL: 'https://bags.example', HANDSFREE_PRIVATE_HOSTS: 'storage,mail' }
    const { SMS_URL, HANDSFREE_PRIVATE_HOSTS } = environmentOf('app-1', {
      ...values,
      SMS_URL: 'http://mail/sms',
    })
    expect([SMS_URL, HANDSFREE_PRIVATE_HOSTS]).toEqual(['http://mail/sms', 'storage,mail'])
    expect(linesOf(environmentOf('app-1', { ...values, SMS_URL: 'http://mail/sms' }))).toEqual([])
  })

  test.each(['0.0.0.0/0', '::/0', '10.0.0.0/8, 0.0.0.0/1', '128.0.0.0/1', '2000::/3', '::ffff:0.0.0.0/96'])(
    'refuses to trust everybody as a proxy: %s',
    (proxies) => {
      expect(linesWith({ TRUSTED_PROXY: proxies })).toEqual([
        `TRUSTED_PROXY ${proxies.split(', ').at(-1)} is wider than a private network, so anybody could forge an address. List only your proxies.`,
      ])
    },
  )

  test('accepts a private network as a proxy, and warns without a proxy', () => {
    const trusted = { ...production, TRUSTED_PROXY: 'loopback,10.0.0.0/8,fc00::/7,::ffff:10.0.0.0/104' }
    expect(warningsOf(readSettings(trusted))).toEqual([])
    expect(warningsOf(readSettings(production))).toEqual([
      'TRUSTED_PROXY is not set. Behind a proxy, all travellers share one address and its limits. Set it to the addresses of your proxies.',
    ])
    expect(warningsOf(readSettings({}))).toEqual([])
  })
})

test('reports misspelled settings, and no other variables', () => {
  const others = [
    'HANDSFREE_URL',
    'HANDSFREE_TOKEN',
    'DATABASE_PRIVATE_URL',
    'STRIPE_PUBLIC_KEY',
    'AWS_REGION',
    'BASE_URL',
    'SITE_URL',
    'PATH',
    'LANG',
  ]
  const meant = ['TRUSTED_PROXY', 'KEEP_PHOTOS_DAYS', 'NODE_ENV', 'SMS_URL']
  const meantInRehearsals = ['REHEARSAL_STRIPE_SECRET_KEY', 'REHEARSAL_URL']
  const misspelled = [
    'REHEARSAL_STRIPE_SECRET_KEYS',
    'TRUSTED_PROXIES',
    'KEEP_PHOTO_DAYS',
    'HANDSFREE_AUTO_PILOT',
    'trusted_proxy',
  ]
  expect(misspelledSettings([...others, ...meant, ...meantInRehearsals, ...misspelled])).toEqual([
    'Unknown setting REHEARSAL_STRIPE_SECRET_KEYS. Did you mean REHEARSAL_STRIPE_SECRET_KEY?',
    'Unknown setting TRUSTED_PROXIES. Did you mean TRUSTED_PROXY?',
    'Unknown setting KEEP_PHOTO_DAYS. Did you mean KEEP_PHOTOS_DAYS?',
    'Unknown setting HANDSFREE_AUTO_PILOT. Did you mean HANDSFREE_AUTOPILOT?',
  ])
})

describe('rehearsal settings', () => {
  const { STRIPE_SECRET_KEY: _live, STRIPE_WEBHOOK_SECRET: _signing, ...rules } = production
  const rehearsal = {
    ...rules,
    HANDSFREE_STAGE: 'rehearsal',
    STRIPE_SECRET_KEY: 'sk_test_51HxQ',
    STRIPE_WEBHOOK_SECRET: 'whsec_p9Rk2LmXv7',
  }

  test('accepts production settings with a test key', () => {
    const read = readSettings({ ...rehearsal, SMS_REHEARSAL_NUMBERS: '+86 138 1234 2046, +44 07911 123456' })
    expect([read.demo, stageOf(read)]).toEqual([false, 'rehearsal'])
    expect(read.rehearsal).toEqual({ smsNumbers: ['+8613812342046', '+447911123456'] })
    expect(readSettings(rehearsal).rehearsal).toEqual({ smsNumbers: [] })
  })

  test('becomes production by changing the stage alone', () => {
    const both = {
      ...production,
      SMS_REHEARSAL_NUMBERS: '+8613812342046',
      REHEARSAL_STRIPE_SECRET_KEY: 'sk_test_51HxQ',
      REHEARSAL_STRIPE_WEBHOOK_SECRET: 'whsec_Qm4tXv8LbZ',
      REHEARSAL_DATABASE_URL: 'postgresql://db/rehearsal',
      REHEARSAL_SMS_SENDER: '',
      REHEARSAL_SMS_GATEWAY: 'off',
      REHEARSAL_SMTP_URL: 'smtps://mail.example',
      REHEARSAL_MAIL_FROM: 'rehearsal@bags.example',
      // The stage itself can't be replaced.
      REHEARSAL_NODE_ENV: 'test',
      REHEARSAL_HANDSFREE_STAGE: 'production',
    }
    const rehearsed = readSettings({ ...both, HANDSFREE_STAGE: 'rehearsal' })
    expect(rehearsed).toMatchObject({
      stripe: { secretKey: 'sk_test_51HxQ', webhookSecret: 'whsec_Qm4tXv8LbZ' },
      databaseUrl: 'postgresql://db/rehearsal',
      sendsTexts: false,
      smtp: { from: 'rehearsal@bags.example' },
    })
    const opened = readSettings({ ...both, HANDSFREE_STAGE: 'production' })
    expect([opened, stageOf(opened)]).toEqual([readSettings(production), 'production'])
  })

  test('takes an empty replacement as removed', () => {
    const { SMS_SENDER: _, ...without } = rehearsal
    expect(linesOf({ ...rehearsal, REHEARSAL_SMS_SENDER: '' })).toEqual(linesOf(without))
    expect(linesOf(without)).toEqual(['SMS_SENDER is missing: SMS_GATEWAY=http needs it.'])
  })

  test('keeps every rule of production', () => {
    expect(linesOf({ NODE_ENV: 'production', HANDSFREE_STAGE: 'rehearsal' })).toEqual(
      linesOf({ NODE_ENV: 'production' }),
    )
    const { COMPANY_EMAIL: _, ...incomplete } = rehearsal
    expect(
      linesOf({ ...incomplete, HANDSFREE_SECRET: 'a'.repeat(32), PUSH_TEST_HOST: '127.0.0.1:4999' }),
    ).toEqual(
      linesOf({
        ...production,
        COMPANY_EMAIL: '',
        HANDSFREE_SECRET: 'a'.repeat(32),
        PUSH_TEST_HOST: '127.0.0.1:4999',
      }),
    )
  })

  test('refuses payment providers that take real money', () => {
    expect(
      linesOf({ ...rehearsal, ...alipayKeys, ...wechatPayKeys, STRIPE_SECRET_KEY: 'rk_live_51HxQ' }),
    ).toEqual([
      'STRIPE_SECRET_KEY isn’t a test key (sk_test_… or rk_test_…), but a rehearsal takes no real money. Set REHEARSAL_STRIPE_SECRET_KEY to one.',
      'ALIPAY_GATEWAY isn’t the gateway of Alipay’s sandbox, but a rehearsal takes no real money. Set the REHEARSAL_ALIPAY_… settings to those of the sandbox.',
      'WECHAT_PAY_URL isn’t a stand-in on this machine, but a rehearsal takes no real money. Leave out the WECHAT_PAY_… settings until you open.',
    ])
    const tests = {
      ALIPAY_GATEWAY: 'https://openapi-sandbox.dl.alipaydev.com/gateway.do',
      WECHAT_PAY_URL: 'http://127.0.0.1:9000',
    }
    expect(linesOf({ ...rehearsal, ...alipayKeys, ...wechatPayKeys, ...tests })).toEqual([])
  })

  test.each(['13812342046', '+8621', '+86 21 1234 5678', '+8613812342046,', 'Ada'])(
    'refuses the rehearsal number %s',
    (numbers) => {
      expect(linesOf({ ...rehearsal, SMS_REHEARSAL_NUMBERS: numbers })).toEqual([
        'SMS_REHEARSAL_NUMBERS must be mobile numbers with the country code such as +8613812342046, separated by commas',
      ])
    },
  )

  test('refuses an unknown stage, and a stage without NODE_ENV=production', () => {
    expect(linesOf({ ...production, HANDSFREE_STAGE: 'live' })).toEqual([
      'HANDSFREE_STAGE must be rehearsal, production or unset',
    ])
    for (const stage of ['rehearsal', 'production'])
      expect(linesOf({ HANDSFREE_STAGE: stage })).toEqual([
        `HANDSFREE_STAGE=${stage} needs NODE_ENV=production. Set that, or remove HANDSFREE_STAGE for the demo.`,
      ])
  })
})

describe('demo settings', () => {
  test.each(['Production', 'PRODUCTION', 'prod', 'production ', 'live', 'staging'])(
    'refuses to start the demo for an unknown NODE_ENV: %s',
    (name) => {
      expect(linesOf({ ...production, NODE_ENV: name })).toEqual([
        'NODE_ENV must be production, development, test or unset',
      ])
    },
  )

  test.each([undefined, '', 'development', 'test'])('starts with NODE_ENV %s', (name) => {
    expect(readSettings({ NODE_ENV: name }).demo).toBe(true)
  })

  test('refuses production services in the demo', () => {
    const { NODE_ENV: _, ...live } = production
    for (const environment of [live, { ...live, NODE_ENV: 'test' }])
      expect(linesOf(environment)).toEqual([
        'STRIPE_SECRET_KEY isn’t a test key (sk_test_… or rk_test_…), but the demo takes no real money. Use a test key, or set NODE_ENV=production.',
        'SMS_URL is at sms.example, but the demo sends no messages. Set NODE_ENV=production, or list a test host in HANDSFREE_DEMO_HOSTS.',
        'DATABASE_URL is at db, but the demo shows sign-in codes to everybody. Set NODE_ENV=production, or list a test host in HANDSFREE_DEMO_HOSTS.',
      ])
  })

  const databaseHost = (url: string, hosts = '') => {
    const [line] = linesOf({ DATABASE_URL: url, HANDSFREE_DEMO_HOSTS: hosts })
    return line === undefined ? 'accepted' : /^DATABASE_URL is at (\S+),/.exec(line)?.[1]
  }

  test.each([
    'postgresql://handsfree:password@localhost:5432/handsfree',
    'postgres://127.0.0.1:1/handsfree',
    'postgresql://[::1]/handsfree',
    'postgresql:///handsfree',
    'postgresql:///handsfree?host=/var/run/postgresql',
    'postgresql://%2Fvar%2Frun%2Fpostgresql/handsfree',
  ])('accepts a database on this machine: %s', (url) => {
    expect(databaseHost(url)).toBe('accepted')
  })

  test('refuses a demo database elsewhere, however its address is written', () => {
    expect(databaseHost('postgresql://db.example/handsfree')).toBe('db.example')
    expect(databaseHost('postgresql://localhost/handsfree?host=db.example')).toBe('db.example')
    expect(databaseHost('postgresql://localhost@10.0.0.7/handsfree')).toBe('10.0.0.7')
    expect(databaseHost('postgresql://localhost.example/handsfree')).toBe('localhost.example')
    expect(databaseHost('postgresql://postgres/handsfree')).toBe('postgres')
    vi.stubEnv('PGHOST', 'db.example')
    expect(databaseHost('postgresql:///handsfree')).toBe('db.example')
    vi.unstubAllEnvs()
  })

  test('accepts hosts of HANDSFREE_DEMO_HOSTS in the demo', () => {
    expect(databaseHost('postgresql://postgres/handsfree', 'mail, postgres')).toBe('accepted')
    expect(databaseHost('postgresql://postgres.example/handsfree', 'mail, postgres')).toBe('postgres.example')
    const sms = { SMS_URL: 'http://mail/send', SMS_TOKEN: 'token', SMS_SENDER: 'Handsfree' }
    expect(readSettings({ ...sms, HANDSFREE_DEMO_HOSTS: 'mail' }).sms?.url).toBe('http://mail/send')
    expect(readSettings({ ...sms, SMS_URL: 'http://127.0.0.1:9/send' }).demo).toBe(true)
    expect(linesOf({ ...sms, HANDSFREE_DEMO_HOSTS: '*' })[0]).toBe(
      'HANDSFREE_DEMO_HOSTS must be host names or addresses, separated by commas',
    )
  })

  test.each(['sk_test_nobody', 'rk_test_nobody'])('accepts Stripe’s test key %s', (key) => {
    const stripe = { STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: 'whsec' }
    expect(readSettings(stripe).stripe).toEqual({ secretKey: key, webhookSecret: 'whsec' })
  })
})

test('describes every setting in .env.example and docs/settings.md', () => {
  const read = (path: string) => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8')
  const known = Object.keys(settingsTable)
  expect([...read('.env.example').matchAll(/^#(\w+)=/gm)].map(([, name]) => name)).toEqual(known)
  const rows = [...read('docs/settings.md').matchAll(/^\| `(\w+)` \| .+ \| .+ \|$/gm)]
  expect(rows.map(([, name]) => name)).toEqual(known)
})

test('gives examples in .env.example that a demo or production accepts', () => {
  for (const [name, { schema, example }] of declarations) {
    if (example !== undefined) expect([name, v.safeParse(schema, example).issues]).toEqual([name, undefined])
  }
})

test.each([
  [
    'card,paypal',
    'PAYMENT_METHODS must be a list of card, apple_pay, google_pay, wechat_pay, alipay, separated by commas',
  ],
  ['alipay,apple_pay', 'PAYMENT_METHODS must include card, which apple_pay and google_pay require'],
])('refuses the payment methods %s with one line', (methods, line) => {
  expect(() => readSettings({ PAYMENT_METHODS: methods })).toThrow(new SettingsError([line]))
})

test.each([
  'http://app.example/paid',
  'app://paid',
  'https://app.example/#paid',
  'https://me@app.example/',
  'paid',
])('refuses the return address %s with one line', (address) => {
  expect(() => readSettings({ PAYMENT_RETURN_URLS: address })).toThrow(
    new SettingsError([
      'PAYMENT_RETURN_URLS must be a list of https:// addresses without a fragment, separated by commas',
    ]),
  )
})
