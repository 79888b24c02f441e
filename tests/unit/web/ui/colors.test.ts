import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (file: string) => readFileSync(new URL(`../../../../web/${file}`, import.meta.url), 'utf8')
const [light = '', dark = ''] = read('styles/tokens.css').split('@media (prefers-color-scheme: dark)')
const faintest = Number(
  /@keyframes breathe \{\s*to \{\s*opacity: ([\d.]+)/.exec(read('ui/Skeleton.module.css'))?.[1],
)

const channels = (css: string, name: string) =>
  [...(new RegExp(`--${name}: #(\\w{6})`).exec(css)?.[1] ?? '').matchAll(/\w\w/g)].map(([hex]) =>
    Number.parseInt(hex, 16),
  )
const luminance = ([red = 0, green = 0, blue = 0]: number[]) => {
  const part = (value: number) =>
    value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4
  return 0.2126 * part(red) + 0.7152 * part(green) + 0.0722 * part(blue)
}
const contrast = (one: number[], other: number[]) => {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

test.each([
  ['light', light, 'paper'],
  ['light', light, 'card'],
  ['dark', dark, 'paper'],
  ['dark', dark, 'card'],
])('shows a skeleton in enough contrast in the %s scheme, even faded, on $2', (_, css, ground) => {
  const [bone, behind] = [channels(css, 'bone'), channels(css, ground)]
  const faded = bone.map((value, index) => value * faintest + (behind[index] ?? 0) * (1 - faintest))
  expect(contrast(bone, behind)).toBeGreaterThan(1.4)
  expect(contrast(faded, behind)).toBeGreaterThan(1.2)
})

test.each([
  ['light', light],
  ['dark', dark],
])('sets second lines in the contrast of body text in the %s scheme', (_, css) => {
  for (const ground of ['paper', 'card'])
    expect(contrast(channels(css, 'ink-soft'), channels(css, ground))).toBeGreaterThan(7)
})
