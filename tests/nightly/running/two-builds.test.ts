import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { requireBuilt } from '../../../tools/builds.ts'
import { freePort, ManagedProcess } from '../../../tools/built-server.ts'
import { newPostgresDatabase } from '../../server/postgres-database.ts'
import { findProxy } from './proxy.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const proxy = findProxy()
const visits = 100

/** A copy of the server whose web app has other file names in `assets`, like another release. */
function copyAsOtherBuild(): string {
  const folder = mkdtempSync(join(tmpdir(), 'handsfree-build-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(join(folder, 'server'))
  for (const part of [
    'server/dist',
    'server/migrations',
    'server/package.json',
    'server/demo/catalogue',
    'web/dist',
  ])
    cpSync(join(root, part), join(folder, part), { recursive: true })
  for (const part of ['node_modules', 'server/node_modules'])
    symlinkSync(join(root, part), join(folder, part))
  const web = join(folder, 'web/dist')
  const files = readdirSync(web, { recursive: true, encoding: 'utf8' })
  for (const file of files) if (/\.(br|gz)$/.test(file)) rmSync(join(web, file))
  const renamed = readdirSync(join(web, 'assets')).map((name) => {
    // Keeps the length, which differs for the worker's hash.
    const other = name.replace(/-(.{7,8})(\.\w+)$/, (_, hash: string, type: string) => {
      return `-${[...hash].reverse().join('')}${type}`
    })
    cpSync(join(web, 'assets', name), join(web, 'assets', other))
    rmSync(join(web, 'assets', name))
    return [name, other] as const
  })
  for (const file of files) {
    if (!/\.(js|css|html|json)$/.test(file)) continue
    const path = join(
      web,
      renamed.reduce((name, [before, after]) => name.replace(before, after), file),
    )
    const text = readFileSync(path, 'utf8')
    writeFileSync(
      path,
      renamed.reduce((part, [before, after]) => part.replaceAll(before, after), text),
    )
  }
  return folder
}

/** Loads the files in a page's head and those that its scripts import. Returns the failed ones. */
async function visit(url: string): Promise<{ page: string; lost: string[] }> {
  const page = await (await fetch(url)).text()
  const lost: string[] = []
  const seen = new Set<string>()
  const load = async (path: string): Promise<void> => {
    if (seen.has(path)) return
    seen.add(path)
    const answer = await fetch(new URL(path, url))
    const content = await answer.text()
    if (!answer.ok) lost.push(path)
    const imported = content.matchAll(/(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g)
    for (const [, name] of imported) await load(`/assets/${name}`)
  }
  for (const [path] of page.matchAll(/\/assets\/[\w.-]+/g)) await load(path)
  return { page, lost }
}

test.skipIf(!proxy)(
  'serves every first visit completely while two builds run behind the proxy',
  async () => {
    requireBuilt('server', 'web')
    const data = mkdtempSync(join(tmpdir(), 'handsfree-builds-'))
    onTestFinished(() => rmSync(data, { recursive: true, force: true }))
    const databaseUrl = await newPostgresDatabase()
    const upstreams: string[] = []
    const start = async (folder: string) => {
      const port = await freePort()
      const instance = new ManagedProcess({
        health: `http://127.0.0.1:${port}/ready`,
        args: [join(folder, 'server/dist/main.js')],
        env: {
          PORT: String(port),
          DATABASE_URL: databaseUrl,
          HANDSFREE_DATA: data,
          HANDSFREE_AUTOPILOT: 'off',
          TRUSTED_PROXY: 'loopback',
        },
      })
      onTestFinished(async () => void (await instance.end('SIGKILL')))
      await instance.start()
      upstreams.push(`127.0.0.1:${port}`)
    }
    await start(root)
    await start(copyAsOtherBuild())
    const url = `http://127.0.0.1:${await freePort()}`
    const balancer = new ManagedProcess({
      health: `${url}/ready/instance`,
      program: proxy ?? '',
      args: ['run', '--config', 'Caddyfile', '--adapter', 'caddyfile'],
      env: { PUBLIC_URL: url, UPSTREAMS: upstreams.join(' '), CADDY_ADMIN: 'off' },
    })
    onTestFinished(async () => void (await balancer.end('SIGKILL')))
    await balancer.start()
    const scripts = new Set<string | undefined>()
    const dead: string[][] = []
    for (let count = 0; count < visits; count += 1) {
      const { page, lost } = await visit(`${url}/order/create/demo-hotel-room-1208`)
      scripts.add(/\/assets\/index-[\w-]+\.js/.exec(page)?.[0])
      if (lost.length > 0) dead.push(lost)
    }
    expect(scripts.size).toBe(2)
    expect(dead).toEqual([])
  },
  240_000,
)
