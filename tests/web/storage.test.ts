import { expect, test } from 'vitest'
import { createStorage } from '../../web/platform/storage.ts'

class MemoryArea implements Storage {
  readonly entries = new Map<string, string>()
  get length() {
    return this.entries.size
  }
  clear = () => this.entries.clear()
  getItem = (key: string) => this.entries.get(key) ?? null
  key = (index: number) => [...this.entries.keys()][index] ?? null
  removeItem = (key: string) => void this.entries.delete(key)
  setItem = (key: string, value: string) => void this.entries.set(key, value)
}

const anotherTabChanges = (events: EventTarget, key: string | null, storageArea: Storage) =>
  events.dispatchEvent(Object.assign(new Event('storage'), { key, storageArea }))

const setUp = () => {
  const area = new MemoryArea()
  const events = new EventTarget() as EventTarget & Pick<Window, 'addEventListener' | 'removeEventListener'>
  return { area, events, storage: createStorage(() => area, events) }
}

test('keeps, gives back and removes', () => {
  const { storage } = setUp()
  storage.set('language', 'zh-CN')
  expect(storage.get('language')).toBe('zh-CN')
  storage.remove('language')
  expect(storage.get('language')).toBeNull()
})

test('loses silently what a full or forbidden storage refuses', () => {
  const forbidden = createStorage(() => {
    throw new DOMException('denied', 'SecurityError')
  }, new EventTarget() as never)
  forbidden.set('auth', '{}')
  forbidden.remove('auth')
  expect(forbidden.get('auth')).toBeNull()
})

test('tells which key another tab changed, until it is stopped', () => {
  const { area, events, storage } = setUp()
  const changed: string[] = []
  const stop = storage.subscribe((key) => changed.push(key))
  anotherTabChanges(events, 'auth', area)
  anotherTabChanges(events, 'auth', new MemoryArea())
  stop()
  anotherTabChanges(events, 'auth', area)
  expect(changed).toEqual(['auth'])
})

test('a cleared storage changes every key that this tab knows', () => {
  const { area, events, storage } = setUp()
  const changed: string[] = []
  storage.get('auth')
  storage.set('language', 'en-US')
  storage.subscribe((key) => changed.push(key))
  anotherTabChanges(events, null, area)
  expect(changed).toEqual(['auth', 'language'])
})
