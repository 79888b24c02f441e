import { PhoneNumber } from '@handsfree/core/contract'
import {
  canonicalPhone,
  caretInEntry,
  countryNames,
  countryOptions,
  defaultDialCode,
  formatPhone,
  groupCountries,
  isValidPhone,
  likelyCountries,
  type PhoneEntry,
  parsePhoneEntry,
  regionName,
  regionOf,
  searchCountries,
  unknownDialCode,
} from '@handsfree/core/phone'
import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it, vi } from 'vitest'

describe('phone numbers', () => {
  it.each([
    ['a Chinese mobile', '86', '13800138000', true],
    ['one digit short', '86', '1380013800', false],
    ['one digit long', '86', '138001380000', false],
    ['of a possible length, but not in the numbering plan', '86', '12345678901', false],
    ['Hong Kong', '852', '51234567', true],
    ['a Hong Kong number with China’s code', '86', '51234567', false],
    ['the United States', '1', '2015550123', true],
    ['the United States, area code that does not exist', '1', '1115550123', false],
    ['Britain, with the national zero', '44', '07911123456', true],
    ['Britain', '44', '7911123456', true],
    ['the calling code repeated in front', '86', '8613800138000', true],
    ['another calling code in front', '86', '8525123456', false],
    ['an unassigned calling code', '999', '13800138000', false],
    ['an empty number', '86', '', false],
    ['letters', '86', '1380013800a', false],
    ['far too long', '86', '1'.repeat(300), false],
    ['a calling code split between both fields', '8', '613800138000', false],
  ])('decides whether a number is valid, %s: +%s %s', (_, dialCode, phoneNumber, valid) => {
    expect(isValidPhone({ dialCode, phoneNumber })).toBe(valid)
  })

  it('normalizes a number to one spelling', () => {
    expect(canonicalPhone({ dialCode: '44', phoneNumber: '07911123456' })).toEqual({
      dialCode: '44',
      phoneNumber: '7911123456',
    })
    const twice = { dialCode: '86', phoneNumber: '8613800138000' }
    expect(canonicalPhone(twice)).toEqual({ dialCode: '86', phoneNumber: '13800138000' })
    expect(formatPhone(twice)).toBe('+86 138 0013 8000')
    expect(canonicalPhone({ dialCode: '44', phoneNumber: '1' })).toBe(null)
  })

  it('accepts 2 to 17 digits after the calling code', () => {
    const takes = (phoneNumber: string) => v.is(PhoneNumber, phoneNumber)
    expect([1, 2, 17, 18].map((digits) => takes('1'.repeat(digits)))).toEqual([false, true, true, false])
    expect(parsePhoneEntry('1'.repeat(251)).phoneNumber).toHaveLength(17)
    // The national trunk zeros don't count, so only the length matters here.
    const spelled = (length: number) => `${'0'.repeat(length - 13)}7911123456`
    const isValid = (length: number) => isValidPhone({ dialCode: '44', phoneNumber: spelled(length) })
    expect([isValid(14), isValid(251)]).toEqual([true, false])
  })

  it('formats a number in its country’s format', () => {
    expect(formatPhone({ dialCode: '86', phoneNumber: '13812342046' })).toBe('+86 138 1234 2046')
  })

  it('never throws for any text typed as a phone number', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (dialCode, phoneNumber) => {
        expect(typeof isValidPhone({ dialCode, phoneNumber })).toBe('boolean')
        expect(parsePhoneEntry(phoneNumber).phoneNumber).toMatch(/^\+?\d{0,17}$/)
      }),
    )
  })
})

it.each([
  ['the first language with a region', ['zh-CN', 'en-US'], '86'],
  ['a language without a region is skipped', ['zh', 'en', 'en-HK'], '852'],
  ['a script isn’t a region', ['zh-Hans', 'zh-Hant-TW'], '886'],
  ['a region without a calling code is skipped', ['en-001', 'fr-FR'], '33'],
  ['malformed tags are skipped', ['', '*', '-', 'ja-JP'], '81'],
  ['no region', ['en', 'zh'], '1'],
  ['no languages', [], '1'],
])('chooses the first calling code: %s', (_, languages, dialCode) => {
  expect(defaultDialCode(languages)).toBe(dialCode)
})

describe('the countries', () => {
  const options = countryOptions('zh-CN')
  const english = countryOptions('en-US')

  it('lists countries with code, names, calling code and flag', () => {
    expect(options.find(({ code }) => code === 'CN')).toEqual({
      code: 'CN',
      name: 'China',
      localName: '中国',
      names: ['China', '中国', '中國'],
      dialCode: '86',
      flag: '🇨🇳',
      letter: 'Z',
    })
    expect(options.length).toBeGreaterThan(200)
    expect(new Set(options.map(({ code }) => code)).size).toBe(options.length)
  })

  it('lists countries by their code if English has no name for them', () => {
    const named = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })
    const nameless = options.filter(({ code }) => named.of(code) === undefined)
    expect(nameless.filter(({ code, name }) => name !== code)).toEqual([])
    // Simulates a name table without entries.
    vi.spyOn(Intl.DisplayNames.prototype, 'of').mockReturnValue(undefined)
    expect(countryOptions('en-US').find(({ code }) => code === 'CN')).toMatchObject({
      name: 'CN',
      localName: 'CN',
    })
    vi.restoreAllMocks()
  })

  it('names the regions of China as required for publishing there', () => {
    const named = ['HK', 'MO', 'TW'].map((code) => regionName(code, 'zh-CN'))
    expect(named).toEqual(['中国香港', '中国澳门', '中国台湾'])
    expect(
      options.filter(({ code }) => ['HK', 'MO', 'TW'].includes(code)).map(({ localName }) => localName),
    ).toEqual(expect.arrayContaining(named))
    expect(regionName('FR', 'en-US')).toBe('France')
  })

  it('groups Chinese names by their pinyin initial, in alphabetical order', () => {
    const letterOf = (code: string) => options.find((option) => option.code === code)?.letter
    expect(['AL', 'DE', 'FR', 'CN', 'RU', 'US', 'HK', 'SG'].map(letterOf)).toEqual([
      ...['A', 'D', 'F', 'Z', 'E', 'M', 'Z', 'X'],
    ])
    // The last country of each letter, and the first of the next.
    expect(['RE', 'LU', 'RO', 'MG', 'JP', 'CH', 'SV', 'SM', 'TJ'].map(letterOf)).toEqual([
      ...['L', 'L', 'L', 'M', 'R', 'R', 'S', 'S', 'T'],
    ])
    const letters = options.map(({ letter }) => letter)
    expect(letters).toEqual([...letters].sort())
  })

  it('sorts countries by their English name', () => {
    const names = english.map(({ name }) => name)
    expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b, 'en')))
  })

  it('groups countries by the first letter of their code, each once, names in order within', () => {
    const groups = groupCountries(english)
    const letters = groups.map(({ letter }) => letter)
    expect(letters).toEqual([...letters].sort())
    expect(groups.flatMap(({ countries }) => countries)).toHaveLength(english.length)
    for (const { letter, countries } of groups) {
      expect(countries.every(({ code }) => code.startsWith(letter))).toBe(true)
      const names = countries.map(({ name }) => name)
      expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b, 'en')))
    }
    // Germany is sorted under D because of its code.
    const german = groups.find(({ countries }) => countries.some(({ code }) => code === 'DE'))
    expect(german?.letter).toBe('D')
  })

  it('finds countries by name in either language, by code and by calling code', () => {
    const found = (search: string) => searchCountries(options, search).map(({ code }) => code)
    expect(found('中国')).toContain('CN')
    expect(found(' germ ')).toEqual(['DE'])
    expect(found('hk')).toContain('HK')
    expect(found('+852')).toEqual(['HK'])
    expect(found('00852')).toEqual(['HK'])
    expect(found('')).toHaveLength(options.length)
    expect(found('nowhere')).toEqual([])
  })

  it.each(['en-US', 'zh-CN'])('finds countries in either language for a reader of %s', (locale) => {
    const found = (search: string) => searchCountries(countryOptions(locale), search).map(({ code }) => code)
    expect(['日本', '日本 ', 'Japan', 'JP', '+81', '＋８１', '0081'].map(found)).toEqual(
      Array.from({ length: 7 }, () => ['JP']),
    )
    expect(['中国', '中國', 'China'].map(found)).toEqual(
      Array.from({ length: 3 }, () => expect.arrayContaining(['CN'])),
    )
  })

  it('finds countries with or without diacritics and apostrophes, but not across words', () => {
    const found = (search: string) => searchCountries(options, search).map(({ code }) => code)
    for (const search of ['Côte d’Ivoire', "cote d'ivoire", 'COTE DIVOIRE', 'ivoire']) {
      expect(found(search)).toEqual(['CI'])
    }
    expect(found('reunion')).toEqual(['RE'])
    expect(found('réunion')).toEqual(['RE'])
    expect(found('hk')).toEqual(['HK'])
  })

  it('lists likely countries first, each once', () => {
    expect(likelyCountries(options, ['ja-JP', 'en-US']).map(({ code }) => code)).toEqual([
      'JP',
      'US',
      'CN',
      'HK',
    ])
  })

  it.each(['en-US', 'zh-CN'])('names every country once, sorted by its name in %s', (locale) => {
    const { compare } = new Intl.Collator(locale)
    const expected = countryOptions(locale)
      .map(({ code, localName, dialCode }) => ({ code, localName, dialCode }))
      .toSorted((a, b) => compare(a.localName, b.localName))
    expect(countryNames(locale)).toEqual(expected)
  })

  it('shows the flag of a number', () => {
    expect([
      regionOf({ dialCode: '1', phoneNumber: '4165550123' }),
      regionOf({ dialCode: '1', phoneNumber: '' }),
      regionOf({ dialCode: '44', phoneNumber: '' }),
      regionOf({ dialCode: '999', phoneNumber: '' }),
    ]).toEqual(['CA', 'US', 'GB', null])
  })

  it('shows the chosen country among those that share the calling code', () => {
    const shared = options.filter(
      ({ dialCode }) => options.filter((one) => one.dialCode === dialCode).length > 1,
    )
    expect(shared.length).toBeGreaterThan(30)
    for (const { code, dialCode } of shared)
      expect(regionOf({ dialCode, phoneNumber: '', country: code })).toBe(code)
    expect(regionOf({ dialCode: '1', phoneNumber: '2015550123', country: 'CA' })).toBe('CA')
    expect(regionOf({ dialCode: '86', phoneNumber: '', country: 'CA' })).toBe('CN')
  })

  it('shows the country of the traveller’s languages until the number has its own', () => {
    expect(regionOf({ dialCode: '1', phoneNumber: '' }, ['zh', 'en-CA'])).toBe('CA')
    expect(regionOf({ dialCode: '1', phoneNumber: '2015550123' }, ['en-CA'])).toBe('US')
    expect(regionOf({ dialCode: '7', phoneNumber: '' }, ['en-CA'])).toBe('RU')
  })
})

it.each<[string, object]>([
  ['＋８６ １３８００１３８０００', { dialCode: '86', phoneNumber: '13800138000' }],
  ['１３８００１３８０００', { phoneNumber: '13800138000' }],
  ['+٩٧١ ٥٠ ١٢٣ ٤٥٦٧', { dialCode: '971', phoneNumber: '501234567' }],
  ['۰۹۱۲۳۴۵۶۷۸۹', { phoneNumber: '09123456789' }],
  ['\u202a+86 138 0013 8000\u202c', { dialCode: '86', phoneNumber: '13800138000' }],
  ['(+86) 138 0013 8000', { dialCode: '86', phoneNumber: '13800138000' }],
  ['+44 (0)7911 123456', { dialCode: '44', phoneNumber: '7911123456' }],
  ['+999 12345', { phoneNumber: '+99912345' }],
  ['00999 12345', { phoneNumber: '0099912345' }],
  ['138+0013', { phoneNumber: '1380013' }],
  ['138 0013 8000', { phoneNumber: '13800138000' }],
  ['+86 138-0013-8000', { dialCode: '86', phoneNumber: '13800138000' }],
  ['0086 138 0013 8000', { dialCode: '86', phoneNumber: '13800138000' }],
  ['(201) 555-0123', { phoneNumber: '2015550123' }],
  ['+', { phoneNumber: '+' }],
  ['call me', { phoneNumber: '' }],
  ['1'.repeat(40), { phoneNumber: '1'.repeat(17) }],
])('reads a pasted %s', (text, entry) => {
  expect(parsePhoneEntry(text)).toEqual(entry)
})

it.each([
  ['+1 415 555 2671 ext. 12', '4155552671'],
  ['+1 415 555 2671 x12', '4155552671'],
  ['+1 (415) 555-2671 Extension: 12', '4155552671'],
  ['tel:+1-415-555-2671;ext=12', '4155552671'],
  ['+1 415 555 2671,,12#', '4155552671'],
  ['+1 415 555 2671 #12', '4155552671'],
  ['+86 571 8765 4321 转 12', '57187654321'],
  ['+86 571 8765 4321 分机：12', '57187654321'],
  ['+86 138,0013,8000', '13800138000'],
])('strips the extension from %s', (text, phoneNumber) => {
  expect(parsePhoneEntry(text).phoneNumber).toBe(phoneNumber)
})

it.each([
  ['852', '001 86 138 0013 8000', { dialCode: '86', phoneNumber: '13800138000' }],
  ['852', '0086 138 0013 8000', { dialCode: '86', phoneNumber: '13800138000' }],
  ['852', '001 1 415 555 2671', { dialCode: '1', phoneNumber: '4155552671' }],
  ['852', '001 415 555 2671', { dialCode: '1', phoneNumber: '4155552671' }],
  ['852', '0081 90 1234 5678', { dialCode: '81', phoneNumber: '9012345678' }],
  ['65', '002 86 138 0013 8000', { dialCode: '86', phoneNumber: '13800138000' }],
  ['82', '00345 86 138 0013 8000', { dialCode: '86', phoneNumber: '13800138000' }],
  ['1', '011 86 138 0013 8000', { dialCode: '86', phoneNumber: '13800138000' }],
  ['81', '010 852 5123 4567', { dialCode: '852', phoneNumber: '51234567' }],
  ['7', '8~10 86 138 0013 8000', { dialCode: '86', phoneNumber: '13800138000' }],
  ['61', '0011 44 7911 123456', { dialCode: '44', phoneNumber: '7911123456' }],
  ['358', '9 901 2345', { phoneNumber: '99012345' }],
  ['852', '5123 4567', { phoneNumber: '51234567' }],
  ['852', '001 86 138', { phoneNumber: '00186138' }],
])('reads, with +%s chosen, a pasted %s', (dialCode, text, entry) => {
  expect(parsePhoneEntry(text, { chosen: { dialCode, phoneNumber: '' } })).toEqual(entry)
})

it('keeps the chosen country’s international prefix while the number is typed', () => {
  let phone: PhoneEntry = { dialCode: '852', phoneNumber: '', country: 'HK' }
  for (const key of '0018613800138000')
    phone = { ...phone, ...parsePhoneEntry(phone.phoneNumber + key, { chosen: phone, isTyped: true }) }
  expect(phone).toEqual({ dialCode: '852', phoneNumber: '0018613800138000', country: 'HK' })
})

it('replaces the chosen country with that of an international number', () => {
  const chosen = { dialCode: '1', phoneNumber: '', country: 'CA' }
  expect({ ...chosen, ...parsePhoneEntry('+86 138 0013 8000', { chosen }) }.country).toBeUndefined()
  expect({ ...chosen, ...parsePhoneEntry('415 555 2671', { chosen }) }.country).toBe('CA')
})

/** The field and its calling code after each key at the end of the field. */
const typed = (keys: string, dialCode = '1') =>
  [...keys].reduce((phone, key) => Object.assign(phone, parsePhoneEntry(phone.phoneNumber + key)), {
    dialCode,
    phoneNumber: '',
  })

describe('typing key by key', () => {
  it.each([
    ['+8613800138000', { dialCode: '86', phoneNumber: '13800138000' }],
    ['+86 138 0013 8000', { dialCode: '86', phoneNumber: '13800138000' }],
    ['008613800138000', { dialCode: '86', phoneNumber: '13800138000' }],
    ['＋８６１３８００１３８０００', { dialCode: '86', phoneNumber: '13800138000' }],
    ['+12015550123', { dialCode: '1', phoneNumber: '2015550123' }],
    ['+85251234567', { dialCode: '852', phoneNumber: '51234567' }],
    ['2015550123', { dialCode: '1', phoneNumber: '2015550123' }],
    ['+99912345', { dialCode: '1', phoneNumber: '+99912345' }],
  ])('reads %s typed key by key', (keys, phone) => {
    expect(typed(keys)).toEqual(phone)
  })

  it('keeps a plus sign until its calling code is complete', () => {
    expect(['+', '+8', '+85', '+852'].map((text) => parsePhoneEntry(text))).toEqual([
      { phoneNumber: '+' },
      { phoneNumber: '+8' },
      { phoneNumber: '+85' },
      { dialCode: '852', phoneNumber: '' },
    ])
  })

  it('reads the calling code when a plus sign is added before the digits', () => {
    expect(parsePhoneEntry('+8613800138000')).toEqual({ dialCode: '86', phoneNumber: '13800138000' })
  })

  it('reads every assigned calling code', () => {
    const codes = new Set(countryOptions('en-US').map(({ dialCode }) => dialCode))
    for (const code of codes) expect(typed(`+${code}`, '0')).toEqual({ dialCode: code, phoneNumber: '' })
  })

  it.each([
    ['a space in the middle', '138 00', 4, '13800', 3],
    ['a letter at the start', 'x138', 1, '138', 0],
    ['a plus sign before a number', '+8613800138000', 1, '13800138000', 0],
    ['a paste at the end', '+86 138', 7, '138', 3],
  ])('keeps the caret before the same digits: %s', (_, text, caret, entry, expected) => {
    expect([parsePhoneEntry(text).phoneNumber, caretInEntry(text, caret, entry)]).toEqual([entry, expected])
  })

  it('refuses a number with an unknown calling code', () => {
    expect([
      isValidPhone({ dialCode: '44', phoneNumber: '+99912345' }),
      isValidPhone({ dialCode: '1', phoneNumber: '+2015550123' }),
      formatPhone({ dialCode: '44', phoneNumber: '+99912345' }),
      regionOf({ dialCode: '44', phoneNumber: '+999' }),
    ]).toEqual([false, false, '+99912345', 'GB'])
    expect(['+99912345', '0099912345', '+9', '+', '00', '', '99912345'].map(unknownDialCode)).toEqual([
      '999',
      '999',
      '9',
      null,
      null,
      null,
      null,
    ])
  })
})
