import type { MessageKey } from '../language/message-key.ts'

/**
 * What words and figures are written with: the `intl` of any FormatJS library, such as `createIntl` of `react-intl` or of
 * `@formatjs/intl`, with the messages of `loadMessages`.
 */
export type Formatter = {
  readonly messages: Readonly<Record<string, unknown>>
  formatMessage(descriptor: { id: MessageKey }, values?: Record<string, string | number>): string
  formatNumber(value: number, options?: Intl.NumberFormatOptions): string
  formatNumberToParts(value: number, options?: Intl.NumberFormatOptions): Intl.NumberFormatPart[]
  formatDate(value: number, options?: Intl.DateTimeFormatOptions): string
  formatTime(value: number, options?: Intl.DateTimeFormatOptions): string
  formatListToParts(list: readonly string[]): { type: string; value: string }[]
}
