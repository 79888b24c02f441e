/** The functions of `@handsfree/core/format`, and `<PriceLines price={{ lines, total }} />`. */
export * from '@handsfree/core/format'
export { PriceLines, type PriceLinesProps } from './PriceLines.tsx'
