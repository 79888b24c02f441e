import type { Formatter } from './formatter.ts'

const chinese = /[一-鿿]/

/** A name as the language writes it: of an employee’s "陈明 Chen Ming", 陈明 in Chinese, else Chen Ming. */
export function formatPersonName(name: string, { locale }: Pick<Formatter, 'locale'>): string {
  const words = name.split(/\s+/)
  const own = words.filter((word) => chinese.test(word) === (locale === 'zh-CN'))
  return own.length > 0 ? own.join(' ') : name
}
