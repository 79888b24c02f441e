import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { publicHalfOf, rsaPrivateKeyPem, rsaPublicKeyPem } from '../../../server/runtime/settings/rsa-keys.ts'
import { readSettings } from '../../../server/runtime/settings/settings.ts'
import { environmentOf } from './compose.ts'
import { run } from './debian-postgres.ts'
import { documentedCommands, documentedSettings, runDocumented } from './documented.ts'

/** Where each documented command is tested, or why it isn't. */
const rules: readonly [RegExp, string][] = [
  [/^npm run operator -- (import|qr|catalogue|export) /, 'run in compose.test.ts'],
  [/^npm run operator -- preview-brand /, 'tests/server/api/brand.test.ts opens the same link'],
  [/^export HANDSFREE_URL=/, 'its values are given to the commands below it in compose.test.ts'],
  [
    /^npm run operator -- (list|review|assign|accept|arrive|pick-up|transport|store|confirm|scan|close)/,
    'need an order: tests/nightly/clients/operator-tool.test.ts',
  ],
  [/^npm run operator -- employees/, 'run in tests/nightly/clients/operator-tool.test.ts'],
  [/^docker compose exec -T db (pg_dump|dropdb|createdb|pg_restore) /, 'run in backup.test.ts'],
  [/^docker run --rm -v handsfree_photos:.* tar /, 'run in backup.test.ts'],
  [/^docker /, 'there is no Docker here: compose.test.ts runs the parts of compose.yaml as processes'],
  [
    /^key=\$\(docker compose run /,
    'there is no Docker here: tests/server/runtime/realtime/external-broker.test.ts',
  ],
  [
    /^mkdir emqx$|^cp docs\/broker|^sed .*base\.hocon|^echo "MQTT_|^printf 'user_id/,
    'need EMQX, which is not here',
  ],
  [/^mkdir rabbitmq$|^secret=|^sed .*rabbitmq\.conf/, 'rabbitmq.test.ts fills in the same file'],
  [
    /^npm init -y$|^npm pkg set type=module$|^node trip\.js /,
    'tests/unit/core/guide.test.ts runs the same script',
  ],
  [/^password=\$\(openssl rand -hex 24\)$/, 'run below'],
  [/^printf 'scrape_configs/, 'run below'],
  [/^openssl (genpkey|rsa) .*alipay-app\.pem/, 'run below'],
  [/^npx web-push generate-vapid-keys$/, 'prints new keys; tests/server/runtime/push makes its own'],
  [/^git pull$/, 'changes the clone'],
  [/^curl https:\/\/bags\.example\/health$/, 'tests/server/api/rehearsal.test.ts reads the same answer'],
  [/^npm (ci|start|test)$/, 'CI begins with them'],
  [/^npm pack -w core$|^npm install \.\/handsfree-core-/, 'run in tests/nightly/clients/node.test.ts'],
  [/^npm run terminal -- /, 'packed and started by tests/nightly/clients'],
  [/^npm run paths -- --scenario /, 'tests/unit/statecharts/scenarios.test.ts plays the same file'],
  [/^npm run simulate -- /, 'tests/nightly/simulator plays worlds of the same bundle'],
]

test('runs every documented command in a test, or gives the reason for an exception', () => {
  const commands = documentedCommands()
  expect(commands.length).toBeGreaterThan(30)
  expect(commands.filter((command) => !rules.some(([pattern]) => pattern.test(command)))).toEqual([])
  expect(rules.filter(([pattern]) => !commands.some((command) => pattern.test(command)))).toEqual([])
})

test('accepts the settings of docs/guide/operate.md in production with any generated secrets', () => {
  for (let count = 0; count < 8; count += 1) {
    const given = {
      ...documentedSettings(),
      SMS_TOKEN: 'jG5hYw9rPq3n',
      STRIPE_SECRET_KEY: 'sk_live_51HxQ',
      STRIPE_WEBHOOK_SECRET: 'whsec_p9Rk2LmXv7',
    }
    expect(readSettings(environmentOf('app-1', given)).demo).toBe(false)
  }
})

test('becomes a rehearsal with the settings of docs/guide/rehearse.md, and production without the stage', () => {
  const given = {
    ...documentedSettings(),
    ...documentedSettings('docs/guide/rehearse.md'),
    SMS_TOKEN: 'jG5hYw9rPq3n',
    STRIPE_SECRET_KEY: 'sk_live_51HxQ',
    STRIPE_WEBHOOK_SECRET: 'whsec_p9Rk2LmXv7',
    REHEARSAL_STRIPE_WEBHOOK_SECRET: 'whsec_Qm4tXv8LbZ',
  }
  const environment = { ...given, ...environmentOf('app-1', given) }
  const { rehearsal, stripe } = readSettings(environment)
  expect([rehearsal?.smsNumbers, stripe?.secretKey]).toEqual([
    ['+8613812342046', '+85251234567'],
    expect.stringMatching(/^sk_test_/),
  ])
  const opened = readSettings({ ...environment, HANDSFREE_STAGE: '' })
  expect([opened.rehearsal, opened.stripe?.secretKey]).toEqual([null, 'sk_live_51HxQ'])
})

test('creates a key pair for Alipay with the documented commands', () => {
  const folder = mkdtempSync(join(tmpdir(), 'handsfree-documented-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const commands = documentedCommands().filter((command) => command.includes('alipay-app.pem'))
  const publicKey = runDocumented(`cd ${folder} && ${commands.join(' && ')}`)
  expect(rsaPublicKeyPem(publicKey)?.trim()).toBe(publicKey)
  const privateKey = rsaPrivateKeyPem(readFileSync(join(folder, 'alipay-app.pem'), 'utf8'))
  expect(publicHalfOf(privateKey ?? '').trim()).toBe(publicKey)
})

test('prints passwords and writes a Prometheus configuration with the documented commands', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'handsfree-documented-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const [password = ''] = documentedCommands().filter((command) => command.startsWith('password='))
  expect(runDocumented(`${password}; echo "$password"`)).toMatch(/^[\da-f]{48}$/)
  const [configuration = ''] = documentedCommands().filter((command) => command.startsWith("printf 'scrape"))
  await run('sh', ['-c', configuration], { cwd: folder })
  expect(parse(readFileSync(join(folder, 'prometheus.yml'), 'utf8'))).toEqual({
    scrape_configs: [{ job_name: 'handsfree', static_configs: [{ targets: ['app-1:9464', 'app-2:9464'] }] }],
  })
})
