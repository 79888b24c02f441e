import {
  chooseLocale,
  isLocale,
  type LanguageInput,
  languageMachine,
  loadMessages,
} from '@handsfree/core/i18n'
import { describe, expect, it } from 'vitest'
import { Journey } from '../journey.ts'

const input: LanguageInput = { locale: 'en-US', messages: null }
const open = () => new Journey(languageMachine, () => input)
const ready = async () => {
  const journey = open()
  await journey.answer('loadMessages', { 'common.app_title': 'Handsfree' })
  return journey
}

describe('the language', () => {
  it('saves a chosen language, reports it to the server, then emits the change', async () => {
    const journey = await ready()
    journey.send({ type: 'language.switch', locale: 'zh-CN' })
    expect([journey.effects.map(({ name }) => name), journey.emitted]).toEqual([['saveChoice'], []])
    expect(journey.inputs('syncLanguage')).toEqual([{ locale: 'zh-CN' }])
    await journey.answer('syncLanguage', undefined)
    expect([journey.value, journey.emitted]).toEqual([
      'changed',
      [{ type: 'language.changed', locale: 'zh-CN' }],
    ])
  })

  it('waits at most 3 s for the server before emitting the change', async () => {
    const journey = await ready()
    journey.send({ type: 'language.switch', locale: 'zh-CN' })
    const late = journey.openCall('syncLanguage')
    journey.pass(2_999)
    expect(journey.emitted).toEqual([])
    journey.pass(1)
    late.answer(undefined)
    expect(journey.emitted).toEqual([{ type: 'language.changed', locale: 'zh-CN' }])
  })
})

describe('the first locale', () => {
  it.each<[string, string | null, string[], string]>([
    ['the saved one', 'zh-CN', ['en-US'], 'zh-CN'],
    ['the browser’s rather than an unsupported saved one', 'fr-FR', ['zh-CN'], 'zh-CN'],
    ['the browser’s rather than a saved one in another spelling', 'zh', ['en-US'], 'en-US'],
    ['the browser’s', null, ['zh-CN'], 'zh-CN'],
    ['one of another region', null, ['zh-Hans-SG'], 'zh-CN'],
    ['the language alone', null, ['zh'], 'zh-CN'],
    ['capitals', null, ['ZH-tw'], 'zh-CN'],
    ['British English', null, ['en-GB'], 'en-US'],
    ['the first supported one', null, ['ja-JP', 'zh-HK', 'en'], 'zh-CN'],
    ['a longer code with the same prefix', null, ['zha-CN'], 'en-US'],
    ['unsupported languages only', null, ['ja-JP', 'fr'], 'en-US'],
    ['no languages at all', null, [], 'en-US'],
    ['broken tags', null, ['', '-', '*'], 'en-US'],
  ])('chooses the first locale from %s', (_, saved, languages, locale) => {
    expect(chooseLocale(saved, languages)).toBe(locale)
  })

  it('accepts only en-US and zh-CN as locales', () => {
    expect(['en-US', 'zh-CN', 'zh-TW', 'en', ''].map(isLocale)).toEqual([true, true, false, false, false])
  })

  it('has messages for each locale', async () => {
    for (const locale of ['en-US', 'zh-CN'] as const) {
      expect((await loadMessages(locale))['common.app_title']).toBe('Handsfree')
    }
  })
})
