/** The functions of `@handsfree/core/format`, and what shows and takes money. */
export * from '@handsfree/core/format'
export { MoneyControl } from './MoneyControl.tsx'
export { PriceLines, type PriceLinesProps } from './PriceLines.tsx'
