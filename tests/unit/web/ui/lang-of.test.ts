import { expect, test } from 'vitest'
import { langOf } from '../../../../web/ui/lang-of.ts'

test.each([
  ['浙A·6K27Q', 'zh-CN'],
  ['上海虹桥站', 'zh-CN'],
  ['Lakeside Garden Hotel', undefined],
  ['東京タワー', undefined],
  ['', undefined],
])('marks %s as %s', (text, language) => {
  expect(langOf(text)).toBe(language)
})
