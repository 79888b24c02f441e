import { PassThrough } from 'node:stream'
import { stripVTControlCharacters } from 'node:util'
import { createFormatter, loadMessages } from '@handsfree/core/i18n'
import { expect, test } from 'vitest'
import { openPrompts } from '../../../clients/terminal/open-prompts.ts'

const intl = createFormatter('en-US', await loadMessages('en-US'))
const choices = ['Search', 'Own address', 'Back\u001b[2J'].map((label, value) => ({ value, label }))

/** Prompts on the test's streams; `shown` is the output without colors and cursor movements. */
function open(isTTY: boolean) {
  const input = new PassThrough()
  const output = Object.assign(new PassThrough(), { isTTY })
  // Standard output stays open after a question.
  output.end = () => output
  let written = ''
  output.on('data', (chunk: Buffer) => {
    written += chunk
  })
  const prompts = openPrompts({ input, output })
  return {
    ...prompts,
    type: (keys: string) => input.write(keys),
    end: () => input.end(),
    shown: () => stripVTControlCharacters(written),
    raw: () => written,
    options: { signal: prompts.signal, intl },
  }
}

test('selects a choice in a terminal by arrows, numbers and words', async () => {
  const { choose, type, options, shown, raw } = open(true)
  for (const [keys, initial, value] of [
    ['\u001b[B\r', 0, 1],
    ['2\r', 0, 1],
    ['own\r', 0, 1],
    ['\r', 2, 2],
  ] as const) {
    const chosen = choose('Where to?', choices, { ...options, initial })
    type(keys)
    expect([keys, await chosen]).toEqual([keys, value])
  }
  expect(shown()).toContain('Where to? > Own address\n')
  expect(raw()).toContain('Back\\u001b[2J')
})

test('prints news above a pending question in a terminal', async () => {
  const { ask, print, type, options, shown } = open(true)
  const asked = ask('Name', { ...options, initial: 'Ada' })
  print('The courier\u0007 is here.')
  await expect.poll(shown).toContain('The courier\\u0007 is here.\n')
  type('\r')
  expect(await asked).toBe('Ada')
  expect(shown().indexOf('The courier')).toBeLessThan(shown().indexOf('Name > Ada'))
})

test.each([
  ['Ctrl+C', '\u0003'],
  ['Ctrl+D', '\u0004'],
])('ends at %s in a terminal', async (_, key) => {
  const { ask, type, signal, options } = open(true)
  const asked = ask('Name', options)
  type(key)
  await expect(asked).rejects.toThrow(expect.objectContaining({ name: 'Ended' }))
  expect(signal.aborted).toBe(true)
})

test('withdraws a question in a terminal and a pipe, and rejects with the reason', async () => {
  for (const isTTY of [true, false]) {
    const { choose, ask, type, options } = open(isTTY)
    const withdrawn = new AbortController()
    const chosen = choose('Where to?', choices, { ...options, signal: withdrawn.signal })
    withdrawn.abort(new Error('moved on'))
    await expect(chosen).rejects.toThrow('moved on')
    const asked = ask('Name', options)
    type('Bo\r\n')
    expect(await asked).toBe('Bo')
  }
})

test('returns every piped line, then ends', async () => {
  const { ask, choose, print, type, end, signal, options, raw } = open(false)
  type('Ada\n99\nown ADDRESS')
  end()
  expect(await ask('Name', options)).toBe('Ada')
  expect(await choose('Where to?', choices, options)).toBe(1)
  print('Sent\u001b[2J')
  expect(signal.aborted).toBe(false)
  await expect(ask('Phone', options)).rejects.toThrow(expect.objectContaining({ name: 'Ended' }))
  expect(raw()).toContain('Back\\u001b[2J')
  expect(raw()).toContain('Sent\\u001b[2J')
  expect(raw()).not.toContain('\u001b')
})
