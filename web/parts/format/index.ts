/** The functions of `@handsfree/core/i18n`, and what shows and takes money. */
export * from '@handsfree/core/i18n'
export { MoneyControl } from './MoneyControl.tsx'
export { PriceLines, type PriceLinesProps } from './PriceLines.tsx'
