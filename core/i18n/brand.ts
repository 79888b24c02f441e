import type { Messages } from './language.machine.ts'

const nameKey = 'common.app_title'

/** Messages that call the company `name`. A syntax tree, because names aren't in ICU MessageFormat. */
export const withBrand = (messages: Messages, name: string | undefined): Messages =>
  name === undefined ? messages : { ...messages, [nameKey]: [{ type: 0, value: name }] as never }

/** Chinese text has a space beside Latin letters, and none between Chinese characters. */
const spaced = (name: string): string => name.replace(/^[\w&]/, ' $&').replace(/[\w&.]$/, '$& ')

/** A company's name for the middle of a sentence. */
export const brandInText = (locale: string, name: string): string =>
  locale === 'zh-CN' ? spaced(name) : name

/** The name by which messages call the company. They may be compiled. */
export function brandOf(messages: Readonly<Record<string, unknown>>): string {
  const title = messages[nameKey] as string | undefined | readonly { value: string }[]
  return typeof title === 'object' ? title.map(({ value }) => value).join('') : (title ?? '')
}

/** Fills `{brand}` in every message. The option is for rich text, but takes any value. */
export const brandValues = (locale: string, messages: Readonly<Record<string, unknown>>): object => ({
  brand: brandInText(locale, brandOf(messages)),
})
