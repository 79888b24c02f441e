import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { FolderInUseError, lockFolder } from '../../../server/runtime/db/folder-lock.ts'

let folder = ''
const children: ChildProcess[] = []
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'handsfree-lock-')), 'db')
})
afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  rmSync(join(folder, '..'), { recursive: true, force: true })
})

const module = pathToFileURL(join(import.meta.dirname, '../../../server/runtime/db/folder-lock.ts')).href

/** Another process that tries to take the lock. Returns its first output: `held`, or its error. */
const contend = async (
  program = process.execPath,
  before: string[] = [],
): Promise<{ child: ChildProcess; said: string }> => {
  const script = `
    import { lockFolder } from ${JSON.stringify(module)}
    try { lockFolder(${JSON.stringify(folder)}); console.log('held'); setInterval(() => {}, 1000) }
    catch (error) { console.log(error.message) }`
  const child = spawn(program, [...before, '--import', 'tsx', '--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  const [said] = (await once(child.stdout!, 'data')) as [Buffer]
  return { child, said: said.toString().trim() }
}

test('releases a folder, and locks it again', () => {
  const unlock = lockFolder(folder)
  expect(() => lockFolder(folder)).toThrow(FolderInUseError)
  unlock()
  lockFolder(folder)()
})

test('reports a locked folder in one line to a second opener in the same process', () => {
  const unlock = lockFolder(folder)
  expect(() => lockFolder(folder)).toThrow(
    new FolderInUseError(
      `${folder} is in use by process ${process.pid}. Stop it, or set HANDSFREE_DATA to another folder.`,
    ),
  )
  unlock()
})

test('locks out other processes until kill -9 ends the owner', async () => {
  const { child, said } = await contend()
  expect(said).toBe('held')
  const inUse = `${folder} is in use by process ${child.pid}. Stop it, or set HANDSFREE_DATA to another folder.`
  expect(() => lockFolder(folder)).toThrow(inUse)
  child.kill('SIGKILL')
  await once(child, 'exit')
  lockFolder(folder)()
})

test('gives the lock of a dead process to one of several others', async () => {
  const dead = await contend()
  dead.child.kill('SIGKILL')
  await once(dead.child, 'exit')
  const said = (await Promise.all([contend(), contend(), contend(), contend()])).map(({ said }) => said)
  expect(said.filter((word) => word === 'held')).toEqual(['held'])
  expect(said.filter((word) => word.includes('is in use by process'))).toHaveLength(3)
})

/** Whether this machine allows a process with its own PID namespace, like a container's. */
const hasNamespaces = spawnSync('unshare', ['--pid', '--fork', 'true']).status === 0

test.runIf(hasNamespaces)('locks across containers whose processes have the same ids', async () => {
  const container = ['--pid', '--fork', '--kill-child', process.execPath]
  const first = await contend('unshare', container)
  expect(first.said).toBe('held')
  const second = await contend('unshare', container)
  expect(second.said).toBe(
    `${folder} is in use by process 1. Stop it, or set HANDSFREE_DATA to another folder.`,
  )
})

test('takes over an incomplete lock from a process that died while writing it', () => {
  writeFileSync(`${folder}.lock`, '')
  lockFolder(folder)()
})
