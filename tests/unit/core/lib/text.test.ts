import { cleanLine, cleanLines, digitsOf, escapeUnprintable, isLines, isOneLine } from '@handsfree/core/lib'
import { describe, expect, it } from 'vitest'

const forbidden: [string, string][] = [
  ['a C1 control sequence', '\u009b2J'],
  ['an operating system command', '\u009d0;pwned\u009c'],
  ['an escape', '\u001b[31m'],
  ['a tab', '\t'],
  ['a right-to-left override', '\u202e'],
  ['an isolate', '\u2066'],
  ['a line separator', '\u2028'],
  ['a paragraph separator', '\u2029'],
  ['a next line', '\u0085'],
  ['a tag character', '\u{e0041}'],
  ['a zero-width space', '\u200b'],
  ['a soft hyphen', '\u00ad'],
  ['a byte order mark', '\ufeff'],
  ['private use', '\ue000'],
  ['half a surrogate pair', '\ud800'],
  ['Braille’s blank', '\u2800'],
  ['a Hangul filler', '\u3164'],
  ['a leading Hangul filler', '\u115f'],
  ['a Hangul vowel filler', '\u1160'],
  ['a half-width Hangul filler', '\uffa0'],
  ['an invisible Khmer vowel', '\u17b4'],
  ['two joiners', '\u200d\u200d'],
]

const allowed = [
  'Ada Lovelace',
  '王小明',
  'Nguyễn Thị Ánh',
  'Nguye\u0302\u0303n',
  'O’Brien-Smith (suite 3)',
  'می\u200cخواهم',
  'क्\u200dष',
  '👩🏽\u200d✈️ Ada',
  '1️⃣',
  '葛\u{e0100}城',
  '홍길동',
  '\u1112\u1169\u11bc',
  '⠓⠑',
]

describe('a line of text', () => {
  it.each(forbidden)('refuses a line with %s, and removes it when cleaning', (_, sign) => {
    expect([isOneLine(`a${sign}b`), isLines(`a${sign}b`)]).toEqual([false, false])
    for (const clean of [cleanLine(`a${sign}b`), cleanLines(`a${sign}b`)]) expect(isLines(clean)).toBe(true)
    expect(isOneLine(cleanLine(`${sign}a${sign}b${sign}`))).toBe(true)
  })

  it.each(allowed)('accepts the line unchanged: %s', (text) => {
    expect([isOneLine(text), cleanLine(text), cleanLines(text)]).toEqual([true, text, text])
  })

  it('allows at most 4 combining marks on a letter', () => {
    const piled = `a${'\u0301'.repeat(50)}b`
    expect([isOneLine(piled), cleanLine(piled)]).toEqual([false, `a${'\u0301'.repeat(4)}b`])
    expect(isOneLine(`a${'\u0301'.repeat(4)}b`)).toBe(true)
  })

  it('refuses joiners at an end or beside a space', () => {
    for (const text of ['\u200da', 'a\u200d', 'a \u200cb', 'a\u200c b']) {
      expect([isOneLine(text), isOneLine(cleanLine(text))]).toEqual([false, true])
    }
  })

  it('replaces a Braille blank with a space', () => {
    expect([cleanLine('⠓⠑\u2800⠓'), cleanLines('⠓⠑\u2800⠓\n⠓')]).toEqual(['⠓⠑ ⠓', '⠓⠑ ⠓\n⠓'])
  })

  it('replaces pasted line breaks with spaces', () => {
    expect(cleanLine('  Ada\r\nLovelace\u2028 III \t')).toBe('Ada Lovelace III')
  })

  it('returns an empty line if all its characters are invisible', () => {
    expect([cleanLine('\u202e\u200b\u200d'), cleanLines('\u200b\n\u0000')]).toEqual(['', ''])
    for (const blank of [
      '\u2800',
      '\u3164',
      '\u115f\u1160',
      '\uffa0',
      '\ufe0f',
      '\u034f',
      '\u17b5',
      '\u{e0100}',
    ])
      expect([isOneLine(blank), cleanLine(blank), cleanLines(`${blank} ${blank}`)]).toEqual([false, '', ''])
  })
})

it('normalizes every kind of line break in multi-line text', () => {
  expect(cleanLines(' two\r\nbags\ra\u2028b\u0085c\n\n\td ')).toBe('two\nbags\na\nb\nc\n\n d')
  expect([isLines('two\nbags'), isOneLine('two\nbags'), isLines('two\r\nbags')]).toEqual([true, false, false])
})

describe('terminal output', () => {
  it.each(forbidden)('escapes %s in a terminal', (_, sign) => {
    const escaped = escapeUnprintable(`a${sign}b`)
    expect(escaped).toMatch(/^[ -~]+$/)
    expect(JSON.parse(`"${escaped}"`)).toBe(`a${sign}b`)
  })

  it('escapes a line break in a terminal, so that text cannot forge a row', () => {
    expect(escapeUnprintable('Ada\nroom password  0000')).toBe('Ada\\u000aroom password  0000')
  })

  it('leaves printable text unchanged in a terminal', () => {
    expect(escapeUnprintable('王小明 · Nguyễn ✈️ ¥49')).toBe('王小明 · Nguyễn ✈️ ¥49')
  })

  it('escapes combining marks beyond four on a letter in a terminal', () => {
    expect(escapeUnprintable(`a${'\u0301'.repeat(6)}`)).toBe(`a${'\u0301'.repeat(4)}\\u0301\\u0301`)
  })
})

it.each([
  ['Arabic', '٠١٢٣٤٥٦٧٨٩'],
  ['Persian', '۰۱۲۳۴۵۶۷۸۹'],
  ['Hindi', '०१२३४५६७८९'],
  ['full-width', '０１２３４５６７８９'],
  ['bold mathematical', '𝟎𝟏𝟐𝟑𝟒𝟓𝟔𝟕𝟖𝟗'],
  ['Chakma', '𑄶𑄷𑄸𑄹𑄺𑄻𑄼𑄽𑄾𑄿'],
])('reads %s digits as ASCII', (_, digits) => {
  expect(digitsOf(`a ${digits}-`)).toBe('0123456789')
})
