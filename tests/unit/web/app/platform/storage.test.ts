import { expect, test } from 'vitest'
import { createStorage } from '../../../../../web/app/platform/storage.ts'

class MemoryArea implements Storage {
  readonly entries = new Map<string, string>()
  get length() {
    return this.entries.size
  }
  clear = () => this.entries.clear()
  getItem = (key: string) => this.entries.get(key) ?? null
  key = (index: number) => [...this.entries.keys()][index] ?? null
  removeItem = (key: string) => void this.entries.delete(key)
  setItem(key: string, value: string) {
    this.entries.set(key, value)
  }
}

const anotherTabChanges = (events: EventTarget, key: string | null, storageArea: Storage) =>
  events.dispatchEvent(Object.assign(new Event('storage'), { key, storageArea }))

const setUp = () => {
  const area = new MemoryArea()
  const events = new EventTarget() as EventTarget & Window
  return { area, events, storage: createStorage(() => area, events) }
}

test('stores, returns and removes an entry of the browser’s storage', () => {
  const { storage } = setUp()
  storage.set('language', 'zh-CN')
  expect(storage.get('language')).toBe('zh-CN')
  storage.remove('language')
  expect(storage.get('language')).toBeNull()
})

const forbidden = () =>
  createStorage(() => {
    throw new DOMException('denied', 'SecurityError')
  }, new EventTarget() as never)

/** A storage area on a full disk, which refuses writes. */
const fullArea = (entries: Record<string, string> = {}) => {
  const area = new MemoryArea()
  for (const [key, value] of Object.entries(entries)) area.setItem(key, value)
  area.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  return area
}

test('keeps values in memory if the storage is forbidden', () => {
  const storage = forbidden()
  expect(storage.get('auth')).toBeNull()
  storage.set('auth', '{}')
  expect(storage.get('auth')).toBe('{}')
  storage.remove('auth')
  expect(storage.get('auth')).toBeNull()
  expect(forbidden().get('auth')).toBeNull()
})

test('returns the latest value from memory if the storage is full', () => {
  const area = fullArea({ orderPreview: 'old' })
  const storage = createStorage(() => area, new EventTarget() as never)
  storage.set('orderPreview', 'new')
  expect([storage.get('orderPreview'), area.getItem('orderPreview')]).toEqual(['new', 'old'])
  storage.remove('orderPreview')
  expect([storage.get('orderPreview'), area.getItem('orderPreview')]).toEqual([null, null])
})

test('writes to the storage again once there is room', () => {
  const area = fullArea()
  const storage = createStorage(() => area, new EventTarget() as never)
  storage.set('language', 'zh-CN')
  area.setItem = MemoryArea.prototype.setItem.bind(area)
  storage.set('language', 'en-US')
  area.removeItem('language')
  expect(storage.get('language')).toBeNull()
})

test('reads another tab’s value after a write was refused in this tab', () => {
  const area = fullArea()
  const events = new EventTarget() as EventTarget & Window
  const storage = createStorage(() => area, events)
  storage.set('auth', 'ours')
  const read: (string | null)[] = []
  storage.subscribe((key) => read.push(storage.get(key)))
  area.entries.set('auth', 'theirs')
  anotherTabChanges(events, 'auth', area)
  area.entries.clear()
  storage.set('auth', 'ours')
  anotherTabChanges(events, null, area)
  expect(read).toEqual(['theirs', null])
})

test('keeps a refused write in memory while another tab’s change is reported', () => {
  const area = fullArea()
  const events = new EventTarget() as EventTarget & Window
  const storage = createStorage(() => area, events)
  storage.subscribe((key) => storage.set(key, 'answer'))
  storage.subscribe(() => {})
  anotherTabChanges(events, 'auth', area)
  expect(storage.get('auth')).toBe('answer')
})

test('reports keys changed in another tab until it is stopped', () => {
  const { area, events, storage } = setUp()
  const changed: string[] = []
  const stop = storage.subscribe((key) => changed.push(key))
  anotherTabChanges(events, 'auth', area)
  anotherTabChanges(events, 'auth', new MemoryArea())
  stop()
  anotherTabChanges(events, 'auth', area)
  expect(changed).toEqual(['auth'])
})

test('reports every key used in this tab when the storage is cleared', () => {
  const { area, events, storage } = setUp()
  const changed: string[] = []
  storage.get('auth')
  storage.set('language', 'en-US')
  storage.subscribe((key) => changed.push(key))
  anotherTabChanges(events, null, area)
  expect(changed).toEqual(['auth', 'language'])
})
