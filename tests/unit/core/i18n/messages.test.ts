import { describe, expect, test } from 'vitest'
import en from '../../../../core/i18n/messages/en-US.json' with { type: 'json' }
import zh from '../../../../core/i18n/messages/zh-CN.json' with { type: 'json' }
import { kinds, type Part, partsOf, readings } from '../lib/readings.ts'
import { fit, scanKeys, scanTexts, sourcesOf } from './message-scan.ts'

const english: Record<string, string> = en
const chinese: Record<string, string> = zh
const keys = Object.keys(en)
/** Names of the arguments that are visible, or that select a sentence. */
const argumentsOf = (parts: Part[]): string[] => {
  const found = parts.flatMap(({ type, value, options, children }) => {
    const inner = [...Object.values(options ?? {}).map((option) => option.value), children ?? []]
    // A plural that doesn't show its number only selects a form, which Chinese doesn't need.
    const isSeen = type === kinds.plural ? inner.flat().some((part) => part.type === kinds.count) : true
    const own = type !== kinds.text && type !== kinds.count && isSeen ? [value ?? ''] : []
    return [...own, ...inner.flatMap(argumentsOf)]
  })
  return [...new Set(found)].sort()
}

/** Arguments that express one figure in two ways: 50% off is 5 折, and 24/7 is 24 小时. */
const inOtherFigures: Record<string, string> = { fold: 'percentOff', hoursPerDay: 'hotlineHours' }
const inEnglish = (name: string) => inOtherFigures[name] ?? name

const where = (texts: Record<string, string>, locale: string, pattern: RegExp): string[] =>
  Object.entries(texts).flatMap(([key, text]) =>
    readings(partsOf(text, locale))
      .filter((reading) => pattern.test(reading))
      .map((reading) => `${key}: ${reading}`),
  )

describe('the two languages', () => {
  test('has the same keys in both languages, in order', () => {
    expect(Object.keys(zh)).toEqual(keys)
    expect(keys).toEqual([...keys].sort())
  })

  test('uses the same arguments in both languages', () => {
    const different = keys.filter(
      (key) =>
        String(
          argumentsOf(partsOf(english[key] ?? '', 'en-US'))
            .map(inEnglish)
            .sort(),
        ) !==
        String(
          argumentsOf(partsOf(chinese[key] ?? '', 'zh-CN'))
            .map(inEnglish)
            .sort(),
        ),
    )
    expect(different).toEqual([])
  })

  test('contains no empty texts, stray spaces or exclamation marks', () => {
    for (const [locale, texts] of [
      ['en-US', english],
      ['zh-CN', chinese],
    ] as const) {
      expect(where(texts, locale, /^$|^\s|\s$|\s\s|[!！]/)).toEqual([])
    }
  })
})

test('sets English in curly quotes and one-character ellipses', () => {
  expect(where(english, 'en-US', /['"]|\.\.\./)).toEqual([])
})

describe('Chinese typography', () => {
  test('sets full-width punctuation beside Chinese characters', () => {
    expect(
      where(chinese, 'zh-CN', /\p{Script=Han}\s*[,.;:?()]|[,;?()]\s*\p{Script=Han}|['"]|\.\.\./u),
    ).toEqual([])
  })

  test('puts a space between Chinese and Latin letters or digits', () => {
    const unspaced = where(chinese, 'zh-CN', /\p{Script=Han}[A-Za-z0-9]|[A-Za-z0-9]\p{Script=Han}/u)
    expect(unspaced).toEqual([])
  })

  test('never puts a time directly after a Chinese character, since it may begin with a digit', () => {
    expect(where(chinese, 'zh-CN', /\p{Script=Han}\{(?:\w*(?:t|T)ime|wait|duration)\}/u)).toEqual([])
  })

  test('avoids the ambiguous “前 N 小时” in Chinese', () => {
    expect(where(chinese, 'zh-CN', /前 \{\w+Hours\} 小时(?!以)/u)).toEqual([])
  })

  test('puts no space beside full-width punctuation', () => {
    expect(where(chinese, 'zh-CN', /\s[，。；：？、（）「」《》]|[，。；：？、（）「」《》]\s/u)).toEqual([])
  })

  test('uses 错误 at most once in a Chinese sentence', () => {
    expect(where(chinese, 'zh-CN', /错误.*错误/u)).toEqual([])
  })

  test('uses 您, never 你', () => {
    expect(where(chinese, 'zh-CN', /你/u)).toEqual([])
  })
})

describe('messages and code', () => {
  const scan = scanKeys((['core', 'web', 'server', 'clients'] as const).flatMap(sourcesOf))

  test('defines every key that the code uses', () => {
    const missing = scan.named.filter(({ key }) => !keys.some((known) => fit(key, known)))
    expect(missing.map(({ file, key }) => `${file}: ${key}`)).toEqual([])
  })

  test('defines only keys that the code uses', () => {
    const patterns = [...scan.patterns].filter((pattern) => /\w\.|\.\w/.test(pattern))
    const isUsed = (key: string) =>
      scan.words.has(key) ||
      patterns.some((pattern) => fit(pattern, key)?.every((part) => scan.words.has(part)) ?? false)
    expect(keys.filter((key) => !isUsed(key))).toEqual([])
  })
})

/** Shows a line in both languages if the messages didn't load. */
const withoutMessages = ['web/Root.tsx', 'web/crew/CrewRoot.tsx']

test('contains no hard-coded text on screens outside the message files', () => {
  const texts = scanTexts(
    sourcesOf('web').filter((file) => file.endsWith('.tsx') && !withoutMessages.includes(file)),
  )
  expect(texts.map(({ file, line, text }) => `${file}:${line} ${text}`)).toEqual([])
})
