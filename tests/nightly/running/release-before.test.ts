import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getOrderTrace } from '@handsfree/core/contract'
import { afterAll, expect, test, vi } from 'vitest'
import { readSettings } from '../../../server/runtime/settings/settings.ts'
import { type RunningServer, startServer } from '../../../server/start.ts'
import * as backend from '../../e2e/backend.ts'
import { play } from '../../e2e/desk.ts'
import { newPostgresDatabase } from '../../server/postgres-database.ts'
import { checkOut, git } from './older-release.ts'

/** Commit of the previous release, found by its subject, since clones may lack tags. Falsy in a shallow clone. */
const release = git('log', '-1', '--format=%H', '--grep=^release: ', 'HEAD^')
if (!release)
  process.stdout.write('The release before is not run on the new schema: this clone has no history.\n')

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

type Version = {
  startServer: typeof startServer
  readSettings: typeof readSettings
  backend: typeof backend
  play: typeof play
}

const now: Version = { startServer, readSettings, backend, play }
async function versionAt(folder: string): Promise<Version> {
  // Releases up to 0.4.0 have these files in other folders.
  const load = (...paths: string[]) =>
    import(/* @vite-ignore */ join(folder, paths.find((path) => existsSync(join(folder, path))) ?? ''))
  const [start, settings, calls, desk] = await Promise.all([
    load('server/start.ts'),
    load('server/runtime/settings/settings.ts', 'server/settings.ts'),
    load('tests/e2e/backend.ts', 'tests/journeys/backend.ts'),
    load('tests/e2e/desk.ts', 'tests/journeys/desk.ts'),
  ])
  return { ...start, ...settings, backend: calls, play: desk.play }
}

test.skipIf(!release)(
  'serves whole trips with the previous release on the current schema, side by side',
  async () => {
    const { folder, outer } = checkOut(release ?? '')
    folders.push(outer)
    const before = await versionAt(folder)
    const url = await newPostgresDatabase()
    const data = mkdtempSync(join(tmpdir(), 'handsfree-both-'))
    folders.push(data)
    const servers: RunningServer[] = []
    const start = async (version: Version) => {
      const server = await version.startServer(
        version.readSettings({
          PORT: '0',
          HANDSFREE_AUTOPILOT: 'off',
          HANDSFREE_DRAIN_MS: '0',
          HANDSFREE_DATA: data,
          DATABASE_URL: url,
        }),
      )
      servers.push(server)
      return `http://127.0.0.1:${server.port}`
    }
    try {
      // The new release migrates, and the old one starts on the new schema, as after a rollback.
      const urls = { now: await start(now), before: await start(before) }
      const travel = async ({ backend: calls, play: playSteps }: Version, at: string) => {
        const traveller = await calls.newTraveller(at)
        const unpaid = await calls.placeOrder(traveller)
        await calls.useCard(traveller, unpaid, 'pays')
        const order = await vi.waitFor(
          async () => {
            const paid = await calls.readOrder(traveller, unpaid.orderId)
            expect(paid.payments).toHaveLength(1)
            return paid
          },
          { timeout: 30_000, interval: 200 },
        )
        return {
          traveller,
          order,
          /** Continues at either server, as behind a proxy. */
          goOn: async (from: Parameters<typeof play>[2], to: Parameters<typeof play>[3], where = at) =>
            playSteps(calls.operatorOf(where), order, from, to),
        }
      }
      const old = await travel(before, urls.before)
      await old.goOn('reviewing', 'handed')
      expect((await before.backend.readOrder(old.traveller, old.order.orderId)).status).toBe('handed')

      // Each release continues orders of the other.
      const fresh = await travel(now, urls.now)
      await fresh.goOn('reviewing', 'in_transit')
      await before.play(before.backend.operatorOf(urls.before), fresh.order, 'in_transit', 'handed')
      const mixed = await travel(before, urls.before)
      await mixed.goOn('reviewing', 'pending_pickup')
      await play(backend.operatorOf(urls.now), mixed.order, 'pending_pickup', 'handed')
      for (const { traveller, order } of [old, fresh, mixed]) {
        const params = { orderId: order.orderId }
        const asked = [urls.now, urls.before].map(async (at) => {
          const version = at === urls.now ? now : before
          const api = version.backend.clientOf(at, traveller.account.token)
          const { status, total, amountPaid } = await version.backend.readOrder(
            { ...traveller, api },
            order.orderId,
          )
          const trace = backend.must(await api.call(getOrderTrace, { params }))
          return { status, total, amountPaid, trace: trace.map(({ type, time }) => [type, time]) }
        })
        const [bySame, byOther] = await Promise.all(asked)
        expect(bySame).toEqual(byOther)
        expect(bySame?.status).toBe('handed')
      }
    } finally {
      for (const server of servers.reverse()) await server.stop({ atOnce: true })
    }
  },
)
