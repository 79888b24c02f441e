import { locales } from '@handsfree/core/contract'
import { and, eq, isNull, like, or, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { Converter } from 'opencc-js/t2cn'
import type { Database } from '../../runtime/db/database.ts'
import { sites } from './sites.table.ts'

const han = /\p{Script=Han}+/gu

const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .normalize('NFKC')
    .toLowerCase()

let converter: ((text: string) => string) | undefined

/** Converts traditional Chinese (Hong Kong) to simplified. The dictionary is loaded on first use. */
function toSimplified(text: string): string {
  const convert = converter ?? Converter({ from: 'hk', to: 'cn' })
  converter = convert
  return convert(text)
}

const spellingsOf = (keyword: string): string[] => [...new Set([keyword, toSimplified(keyword)])]

/**
 * Splits a keyword into words; a match contains all of them in any order. Chinese omits characters (`浦东机场` is
 * `浦东国际机场`), so each character is a word.
 */
export const searchWords = (keyword: string): string[] => [
  ...new Set(fold(keyword).match(/\p{Script=Han}|(?:(?!\p{Script=Han})[\p{L}\p{N}])+/gu) ?? []),
]

/** Like `searchWords`, but keeps Chinese runs together: `虹桥站` is one word. */
const typedWords = (keyword: string): string[] =>
  fold(keyword).match(/\p{Script=Han}+|(?:(?!\p{Script=Han})[\p{L}\p{N}])+/gu) ?? []

/** Words only contain letters and digits, so they need no escaping. */
const containsAll = (text: SQL | AnyPgColumn, words: string[]) =>
  and(...words.map((word) => like(text, `%${word}%`)))

export const matchesKeyword = (keyword: string): SQL | undefined =>
  or(...spellingsOf(keyword).map((spelling) => containsAll(sites.searchText, searchWords(spelling))))

/** SQL approximation of `fold` for a place's names. */
const foldedNames = (name: AnyPgColumn) => {
  const names = sql.join(
    locales.map((locale) => sql`(${name} ->> ${locale}::text)`),
    sql` || ' ' || `,
  )
  return sql`lower(normalize(regexp_replace(normalize(${names}, NFKD), '[\u0300-\u036f]', '', 'g'), NFKC))`
}

/**
 * Ranks a match: 0 if a name contains the keyword as typed, 1 if it contains all words, 2 for address, alias or
 * pinyin.
 */
export const nameDistance = (name: AnyPgColumn, keyword: string): SQL<number> => {
  const names = foldedNames(name)
  const holds = (wordsOf: typeof searchWords) =>
    or(...spellingsOf(keyword).map((spelling) => containsAll(names, wordsOf(spelling))))
  return sql<number>`case when ${holds(typedWords)} then 0 when ${holds(searchWords)} then 1 else 2 end`
}

type SearchableSite = Pick<typeof sites.$inferSelect, 'name' | 'address' | 'aliases'>

/**
 * Loads the function that builds a place's search text: names, addresses, aliases, simplified forms and pinyin
 * (`hangzhoudongzhan`, `hzdz`). Lazy: the dictionary takes a third of a second to load, and only new places need it.
 */
export async function loadSearchTexts(): Promise<(place: SearchableSite) => string> {
  const { pinyin } = await import('pinyin-pro')
  const toPinyin = (text: string): string => {
    const syllables = pinyin(text, { toneType: 'none', type: 'array' })
    return [syllables.join(''), ...syllables, syllables.map((syllable) => syllable[0]).join('')].join(' ')
  }
  return ({ name, address, aliases }) => {
    const texts = [...locales.flatMap((locale) => [name[locale], address[locale]]), ...aliases]
    const chinese = texts.flatMap((text) => text.match(han) ?? [])
    const simplified = texts.flatMap((text) => spellingsOf(text).slice(1))
    return fold([...texts, ...simplified, ...chinese.map(toPinyin)].join(' '))
  }
}

export async function fillSearchTexts(db: Database): Promise<void> {
  const unwritten = await db.select().from(sites).where(isNull(sites.searchText))
  if (unwritten.length === 0) return
  const searchTextOf = await loadSearchTexts()
  for (const site of unwritten) {
    const searchText = searchTextOf(site)
    await db.update(sites).set({ searchText }).where(eq(sites.siteId, site.siteId))
  }
}
