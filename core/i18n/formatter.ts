import { createIntl } from '@formatjs/intl'
import type { Locale } from '../contract/common.ts'
import { brandValues } from './brand.ts'
import type { Messages } from './language.machine.ts'
import type { MessageKey } from './message-key.ts'

/** Implemented by `createFormatter` and by `intl` of `react-intl`. */
export type Formatter = {
  readonly locale: string
  /** The device's IANA zone. */
  readonly timeZone?: string | undefined
  readonly messages: Readonly<Record<string, unknown>>
  formatMessage(descriptor: { id: MessageKey }, values?: Record<string, string | number>): string
  formatNumber(value: number, options?: Intl.NumberFormatOptions): string
  formatNumberToParts(value: number, options?: Intl.NumberFormatOptions): Intl.NumberFormatPart[]
  formatDate(value: number, options?: Intl.DateTimeFormatOptions): string
  formatTime(value: number, options?: Intl.DateTimeFormatOptions): string
  formatDateTimeRange(from: number, to: number, options?: Intl.DateTimeFormatOptions): string
  formatListToParts(list: readonly string[]): { type: string; value: string }[]
}

/** A formatter for clients without React. Messages come from `loadMessages`. */
export const createFormatter = (
  locale: Locale,
  messages: Messages,
  timeZone?: string | undefined,
): Formatter =>
  createIntl({
    locale,
    messages: messages as Record<MessageKey, string>,
    timeZone,
    defaultRichTextElements: brandValues(locale, messages) as never,
    // Warns that messages aren't compiled, which only the web's build does.
    onWarn: () => undefined,
  })
