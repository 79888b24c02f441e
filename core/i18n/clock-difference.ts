import type { Formatter } from './formatter.ts'

const differences = [
  { unit: 'day', seconds: 86_400, from: 259_200 },
  { unit: 'hour', seconds: 3_600, from: 5_400 },
  { unit: 'minute', seconds: 60, from: 0 },
] as const

/** Clock difference in words, rounded: "6 minutes", "26 小时", "4 days". */
export const clockDifferenceText = (intl: Formatter, seconds: number): string => {
  const { unit, seconds: size } = differences.find(({ from }) => seconds >= from) ?? differences[2]
  return intl
    .formatNumberToParts(Math.round(seconds / size), {
      style: 'unit',
      unit,
      unitDisplay: 'long',
      useGrouping: false,
    })
    .filter(({ type }) => type !== 'literal')
    .map(({ value }) => value)
    .join(' ')
}
