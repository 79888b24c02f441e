import type { Formatter } from './formatter.ts'

const units = [
  { unit: 'hour', seconds: 3_600, from: 5_400 },
  { unit: 'minute', seconds: 60, from: 90 },
  { unit: 'second', seconds: 1, from: 0 },
] as const

/** Seconds in words, rounded up to a fitting unit: "42 seconds", "9 minutes", "23 hours". */
export const durationText = (intl: Formatter, seconds: number): string => {
  const { unit, seconds: size } = units.find(({ from }) => seconds >= from) ?? units[2]
  const parts = intl.formatNumberToParts(Math.ceil(seconds / size), {
    style: 'unit',
    unit,
    unitDisplay: 'long',
  })
  const join = (isUnit: boolean) =>
    parts
      .filter(({ type }) => type !== 'literal' && (type === 'unit') === isUnit)
      .map(({ value }) => value)
      .join('')
  // `Intl` writes no space here in Chinese, unlike the rest of the page: `41 分钟`.
  return `${join(false)} ${join(true)}`
}

/** Seconds as a countdown: "42 s", "9:05", "1:00:00". */
export const countdownFigures = (intl: Formatter, seconds: number): string => {
  if (seconds < 100) return intl.formatMessage({ id: 'time.seconds' }, { seconds })
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60]
  const shown = parts[0] === 0 ? parts.slice(1) : parts
  return shown.map((part, index) => (index === 0 ? part : String(part).padStart(2, '0'))).join(':')
}
