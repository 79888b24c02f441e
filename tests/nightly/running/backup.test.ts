import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  getLedger,
  getOrderTrace,
  listNotifications,
  type Order,
  operatorGetOrder,
} from '@handsfree/core/contract'
import { expect, onTestFinished, test, vi } from 'vitest'
import { readSettings } from '../../../server/runtime/settings/settings.ts'
import { startServer } from '../../../server/start.ts'
import {
  clientOf,
  must,
  newTraveller,
  operatorOf,
  placeOrder,
  readOrder,
  type Traveller,
  useCard,
} from '../../e2e/backend.ts'
import { play } from '../../e2e/desk.ts'
import { findDebianPostgres, run, startDebianPostgres } from './debian-postgres.ts'

const programs = findDebianPostgres()
if (!programs)
  process.stdout.write('Backup and restore are not tried: Debian’s package postgresql is not here.\n')

/**
 * The commands of docs/guide/operate.md under "Backup and restore", with folders of this machine and without their
 * containers.
 */
function documentedCommands({ photos, copy }: { photos: string; copy: string }) {
  const page = readFileSync(new URL('../../../docs/guide/operate.md', import.meta.url), 'utf8')
  const section = page.split('## Backup and restore')[1]?.split('\n## ')[0] ?? ''
  const lines = [...section.matchAll(/```sh\n(.*?)```/gs)].flatMap(([, block = '']) =>
    block.trim().split('\n'),
  )
  const commands = lines.flatMap((line) => {
    const [, inDatabase, inDebian] =
      /^docker compose exec -T db (.*)$|^docker run --rm .* debian:12-slim (tar .*)$/.exec(line) ?? []
    return (
      inDatabase ?? inDebian?.replaceAll('/photos', photos).replaceAll(`/copy${photos}`, '/copy/photos') ?? []
    )
  })
  return commands.map((command) =>
    command.replace('/copy/', `${copy}/`).replace('/var/backups/handsfree/1.dump', 'handsfree.dump'),
  )
}

test.skipIf(!programs)(
  'serves the same orders, photos and claims from a backup restored with the documented commands',
  async () => {
    const postgres = await startDebianPostgres(programs ?? '')
    onTestFinished(postgres.stop)
    const copy = mkdtempSync(join(tmpdir(), 'handsfree-backup-'))
    onTestFinished(() => rmSync(copy, { recursive: true, force: true }))
    const start = (data: string) =>
      startServer(
        readSettings({
          PORT: '0',
          HANDSFREE_AUTOPILOT: 'off',
          HANDSFREE_DRAIN_MS: '0',
          HANDSFREE_DATA: data,
          // Stored apart from the backup, as documented.
          HANDSFREE_SECRET: 'kV7eQ2mZ9dXw4LrT1sYb6HcN8fJp3GuA',
          DATABASE_URL: postgres.url('handsfree'),
        }),
      )
    const sh = (command: string) => run('sh', ['-c', command], { env: postgres.env, cwd: copy })
    const [before, after] = ['before', 'after'].map((name) => join(copy, name)) as [string, string]
    for (const folder of [before, after]) mkdirSync(join(folder, 'files'), { recursive: true })

    await sh('createdb --username=handsfree handsfree')
    const first = await start(before)
    const urlOf = ({ port }: { port: number }) => `http://127.0.0.1:${port}`
    const ada = await newTraveller(urlOf(first))
    const paidOrder = async () => {
      const order = await placeOrder(ada)
      await useCard(ada, order, 'pays')
      return vi.waitFor(
        async () => {
          const paid = await readOrder(ada, order.orderId)
          expect(paid.payments).toHaveLength(1)
          return paid
        },
        { timeout: 30_000, interval: 200 },
      )
    }
    const stored = await paidOrder()
    const early = await paidOrder()
    await play(operatorOf(urlOf(first)), stored, 'reviewing', 'delivered')

    /** Everything shown about two orders, with their photos' contents, since photo URLs are signed again. */
    const shownBy = async (traveller: Traveller) => {
      const { api, baseUrl } = traveller
      const pictures: string[] = []
      const plain = (value: unknown) =>
        JSON.parse(JSON.stringify(value), (_, part) => {
          if (typeof part !== 'string' || !part.includes('/files/')) return part
          pictures.push(part)
          return part.split('?')[0]
        })
      const readAll = async ({ orderId }: Order) => {
        const params = { orderId }
        return plain([
          await readOrder(traveller, orderId),
          must(await api.call(getOrderTrace, { params })),
          must(await api.call(getLedger, { params })),
          must(await operatorOf(baseUrl).call(operatorGetOrder, { params })),
        ])
      }
      const news = must(await api.call(listNotifications, { query: {} }))
      const shown = [await readAll(stored), await readAll(early), news]
      const contents = await Promise.all(
        pictures.map(async (path) => {
          const answer = await fetch(new URL(path, baseUrl))
          return [answer.status, (await answer.arrayBuffer()).byteLength]
        }),
      )
      return { shown, contents }
    }
    const expected = await shownBy(ada)
    expect(expected.contents.length).toBeGreaterThan(5)

    const backup = documentedCommands({ photos: join(before, 'files'), copy }).slice(0, 2)
    const restore = documentedCommands({ photos: join(after, 'files'), copy }).slice(2)
    // Four of them try the backup.
    expect([backup.length, restore.length]).toEqual([2, 8])
    // The server keeps running.
    for (const command of [...backup, ...restore.slice(0, 4)]) await sh(command)
    // Changes after the backup aren't in it.
    const lost = await placeOrder(ada)
    await first.stop()
    for (const command of restore.slice(4)) await sh(command)
    rmSync(before, { recursive: true })

    const second = await start(after)
    onTestFinished(() => second.stop())
    const again = { ...ada, baseUrl: urlOf(second), api: clientOf(urlOf(second), ada.account.token) }
    expect(await shownBy(again)).toEqual(expected)
    expect((await again.api.call(getOrderTrace, { params: { orderId: lost.orderId } })).ok).toBe(false)
    // The trip continues from the backup.
    await play(operatorOf(again.baseUrl), stored, 'delivered', 'handed')
    expect((await readOrder(again, stored.orderId)).status).toBe('handed')
  },
)
