import type { Formatter } from './formatter.ts'

const chinese = /[一-鿿]/

/** The part of a bilingual name in the current language: 陈明 or Chen Ming of "陈明 Chen Ming". */
export function formatPersonName(name: string, { locale }: Pick<Formatter, 'locale'>): string {
  const words = name.split(/\s+/)
  const own = words.filter((word) => chinese.test(word) === (locale === 'zh-CN'))
  return own.length > 0 ? own.join(' ') : name
}
