import { locales } from '@handsfree/core/contract'
import { and, eq, isNull, like, or, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { Converter } from 'opencc-js/t2cn'
import type { Database } from '../../runtime/db/database.ts'
import { sites } from './sites.table.ts'

const han = /\p{Script=Han}+/gu

/** Lower case, half-width, without accents, to compare texts and questions. */
const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .normalize('NFKC')
    .toLowerCase()

let converter: ((text: string) => string) | undefined

/** Traditional Chinese, as in Hong Kong, in simplified characters. Its dictionary is read with the first text. */
function toSimplified(text: string): string {
  const convert = converter ?? Converter({ from: 'hk', to: 'cn' })
  converter = convert
  return convert(text)
}

/** A question as it was typed, and in simplified Chinese where that differs. */
const spellingsOf = (keyword: string): string[] => [...new Set([keyword, toSimplified(keyword)])]

/**
 * The words of a question; a place fits when it holds each of them, in any order. Chinese is written without spaces and
 * omits words (`浦东机场` is `浦东国际机场`), so each of its characters is a word.
 */
export const searchWords = (keyword: string): string[] => [
  ...new Set(fold(keyword).match(/\p{Script=Han}|(?:(?!\p{Script=Han})[\p{L}\p{N}])+/gu) ?? []),
]

/** The same with Chinese characters together as they were typed: `虹桥站` is one. */
const typedWords = (keyword: string): string[] =>
  fold(keyword).match(/\p{Script=Han}+|(?:(?!\p{Script=Han})[\p{L}\p{N}])+/gu) ?? []

/** Words are letters and digits alone, so none of them is a pattern. */
const holdsAll = (text: SQL | AnyPgColumn, words: string[]) =>
  and(...words.map((word) => like(text, `%${word}%`)))

/** Whether a place holds each of a question's words, in one of its spellings. */
export const fitsKeyword = (keyword: string): SQL | undefined =>
  or(...spellingsOf(keyword).map((spelling) => holdsAll(sites.searchText, searchWords(spelling))))

/** `fold` of a place's names in every language, as far as the database can. */
const foldedNames = (name: AnyPgColumn) => {
  const names = sql.join(
    locales.map((locale) => sql`(${name} ->> ${locale}::text)`),
    sql` || ' ' || `,
  )
  return sql`lower(normalize(regexp_replace(normalize(${names}, NFKD), '[\u0300-\u036f]', '', 'g'), NFKC))`
}

/**
 * How far a place's own names are from a keyword: 0 for one that holds it as it was typed, 1 for one that holds its
 * words, 2 for a place found by its address, other names or pinyin.
 */
export const nameDistance = (name: AnyPgColumn, keyword: string): SQL<number> => {
  const names = foldedNames(name)
  const holds = (wordsOf: typeof searchWords) =>
    or(...spellingsOf(keyword).map((spelling) => holdsAll(names, wordsOf(spelling))))
  return sql<number>`case when ${holds(typedWords)} then 0 when ${holds(searchWords)} then 1 else 2 end`
}

type Named = Pick<typeof sites.$inferSelect, 'name' | 'address' | 'aliases'>

/**
 * Loads what makes a place's search text: names and addresses in every language, traditional ones in simplified
 * characters too, their pinyin as people type it (`hangzhoudongzhan`, `hzdz`), and other names such as `PVG`. Its dictionary takes a third of a second to load, and only
 * a new place needs it.
 */
export async function loadSearchTexts(): Promise<(place: Named) => string> {
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

/** Writes missing search texts of places. */
export async function fillSearchTexts(db: Database): Promise<void> {
  const unwritten = await db.select().from(sites).where(isNull(sites.searchText))
  if (unwritten.length === 0) return
  const searchTextOf = await loadSearchTexts()
  for (const site of unwritten) {
    const searchText = searchTextOf(site)
    await db.update(sites).set({ searchText }).where(eq(sites.siteId, site.siteId))
  }
}
