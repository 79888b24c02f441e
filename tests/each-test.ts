import { afterEach, beforeEach, expect, vi } from 'vitest'
import { beginsWithVerb } from './titles.ts'

beforeEach(({ task }) => expect(task.name).toMatch(beginsWithVerb))

afterEach(() => {
  vi.useRealTimers()
})
