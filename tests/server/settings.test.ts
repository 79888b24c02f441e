import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readSettings, SettingsError } from '../../server/settings.ts'

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
  HANDSFREE_STATIC_KEY: 'a static key of our own',
  HANDSFREE_SECRET: 'a secret that is longer than 32 characters',
  HANDSFREE_HOTLINE: '+852 3000 1234',
  SMS_URL: 'https://sms.example/send',
  SMS_TOKEN: 'token',
  SMS_SENDER: 'Handsfree',
  STRIPE_SECRET_KEY: 'sk_test',
  STRIPE_WEBHOOK_SECRET: 'whsec_test',
}

test('nothing set is the demo', () => {
  expect(readSettings({})).toEqual({
    port: 4000,
    dataFolder: './data',
    databaseUrl: null,
    mqttUrl: null,
    s3: null,
    stripe: null,
    sms: null,
    hotline: '+86 21 0000 0731',
    staticKey: 'handsfree-demo-static-key',
    secret: null,
    operatorToken: 'demo-operator-token',
    autopilot: 'on',
    trustedProxy: [],
    demo: true,
  })
})

test('everything set', () => {
  expect(
    readSettings({
      ...production,
      PORT: '80',
      HANDSFREE_DATA: '/srv/handsfree',
      DATABASE_URL: 'postgresql://db/handsfree',
      MQTT_URL: 'mqtts://broker:8883',
      S3_ENDPOINT: 'https://s3.example',
      S3_BUCKET: 'photos',
      S3_REGION: 'eu',
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: 'key',
      HANDSFREE_OPERATOR_TOKEN: 'an operator token',
      HANDSFREE_AUTOPILOT: 'on',
      TRUSTED_PROXY: 'loopback, 10.0.0.0/8,2001:db8::/32',
    }),
  ).toEqual({
    port: 80,
    dataFolder: '/srv/handsfree',
    databaseUrl: 'postgresql://db/handsfree',
    mqttUrl: 'mqtts://broker:8883',
    s3: {
      endpoint: 'https://s3.example',
      bucket: 'photos',
      region: 'eu',
      accessKeyId: 'id',
      secretAccessKey: 'key',
    },
    stripe: { secretKey: 'sk_test', webhookSecret: 'whsec_test' },
    sms: { url: 'https://sms.example/send', token: 'token', sender: 'Handsfree' },
    hotline: '+852 3000 1234',
    staticKey: 'a static key of our own',
    secret: 'a secret that is longer than 32 characters',
    operatorToken: 'an operator token',
    autopilot: 'off',
    trustedProxy: ['loopback', '10.0.0.0/8', '2001:db8::/32'],
    demo: false,
  })
})

test('an empty setting is none', () => {
  expect(readSettings({ PORT: '', DATABASE_URL: '', HANDSFREE_AUTOPILOT: '' })).toEqual(readSettings({}))
})

test('each mistake is one line that names its setting', () => {
  expect(
    linesOf({
      PORT: '70000',
      DATABASE_URL: 'mysql://db',
      MQTT_URL: 'broker',
      SMS_URL: 'ftp://x',
      HANDSFREE_STATIC_KEY: 'short',
      HANDSFREE_AUTOPILOT: 'maybe',
      TRUSTED_PROXY: '10.0.0.0/33',
    }),
  ).toEqual([
    'PORT must be a port from 0 to 65535',
    'DATABASE_URL must be an address that begins with postgres:// or postgresql://',
    'MQTT_URL must be an address that begins with mqtt:// or mqtts:// or ws:// or wss://',
    'SMS_URL must be an address that begins with http:// or https://',
    'HANDSFREE_STATIC_KEY must have at least 16 characters',
    'HANDSFREE_AUTOPILOT must be one of off, on, review-fails, surcharge, slow, lost-message',
    'TRUSTED_PROXY must be addresses, ranges such as 10.0.0.0/8, or loopback, with commas between',
  ])
})

test('settings that belong together come together', () => {
  expect(linesOf({ S3_BUCKET: 'photos', S3_REGION: 'eu', STRIPE_WEBHOOK_SECRET: 'whsec' })).toEqual([
    'S3_ENDPOINT is missing beside S3_BUCKET',
    'S3_ACCESS_KEY_ID is missing beside S3_BUCKET',
    'S3_SECRET_ACCESS_KEY is missing beside S3_BUCKET',
    'STRIPE_SECRET_KEY is missing beside STRIPE_WEBHOOK_SECRET',
  ])
})

test('production refuses to start on demo secrets', () => {
  expect(linesOf(production)).toEqual([])
  expect(readSettings(production).operatorToken).toBe(null)
  expect(linesOf({ NODE_ENV: 'production' })).toEqual([
    'HANDSFREE_STATIC_KEY is missing: production does not start on the demo key',
    'HANDSFREE_SECRET is missing: production does not start on the demo secret',
    'HANDSFREE_HOTLINE is missing: production does not send travellers to the demo number',
    'SMS_URL is missing: production does not print codes in the terminal',
    'STRIPE_SECRET_KEY is missing: production does not take demo cards',
  ])
  expect(
    linesOf({
      ...production,
      HANDSFREE_STATIC_KEY: 'handsfree-demo-static-key',
      HANDSFREE_OPERATOR_TOKEN: 'demo-operator-token',
    }),
  ).toEqual(['HANDSFREE_STATIC_KEY is the demo key', 'HANDSFREE_OPERATOR_TOKEN is the demo token'])
})

test('.env.example names every setting', () => {
  const example = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8')
  const named = [...example.matchAll(/^#(\w+)=/gm)].map(([, name]) => name).sort()
  const source = readFileSync(new URL('../../server/settings.ts', import.meta.url), 'utf8')
  const known = [...source.matchAll(/^ {2}([A-Z][A-Z0-9_]+): v\./gm)].map(([, name]) => name).sort()
  expect(named).toEqual(known)
  expect(named).toHaveLength(21)
})
