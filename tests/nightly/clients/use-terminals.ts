import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type App, createApp, demoStaticKey } from '@handsfree/core'
import { type Locale, updateProfile } from '@handsfree/core/contract'
import { createFormatter, loadMessages, type MessageKey } from '@handsfree/core/i18n'
import { createFileStorage, createNodePlatform } from '@handsfree/core/platform/node'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { createTerminalSession } from '../../../clients/terminal/terminal-session.ts'
import { startInProcessServer } from '../../../tools/in-process-server.ts'
import { must, newTraveller, operatorOf } from '../../e2e/backend.ts'
import { scriptedPrompts } from './scripted-prompts.ts'

/** A server for a test file, and terminals connected to it. */
export function useTerminals() {
  const folder = mkdtempSync(join(tmpdir(), 'handsfree-steps-'))
  let server: Awaited<ReturnType<typeof startInProcessServer>>
  const apps: App[] = []

  beforeAll(async () => {
    server = await startInProcessServer({ HANDSFREE_AUTOPILOT: 'off' })
  })
  afterEach(() => {
    for (const app of apps.splice(0)) app.stop()
  })
  afterAll(async () => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  /** A terminal with a signed-in traveller, in `timeZone` or an unknown zone. The test answers its questions. */
  async function open(locale: Locale = 'en-US', timeZone?: string) {
    const traveller = await newTraveller(server.url)
    must(await traveller.api.call(updateProfile, { body: { name: 'Ada' } }))
    const storage = createFileStorage(join(folder, `${traveller.account.uin}.json`))
    const { account, phone } = traveller
    storage.set('auth', JSON.stringify({ version: 1, phone, account }))
    storage.set('language', locale)
    const app = createApp(createNodePlatform({ storage, reload: () => {} }), {
      baseUrl: server.url,
      staticKey: demoStaticKey,
      brokerScheme: 'ws',
    })
    app.start()
    apps.push(app)
    const intl = createFormatter(locale, await loadMessages(locale), timeZone)
    const script = scriptedPrompts()
    const { prompts } = script
    const step = createTerminalSession({ app, intl, pays: true, signal: prompts.signal, prompts })
    const say = (id: MessageKey, values = {}) => intl.formatMessage({ id }, values)
    return { traveller, app, step, say, storage, ...script }
  }
  return { open, operator: () => operatorOf(server.url), fileOf: (name: string) => join(folder, name) }
}
