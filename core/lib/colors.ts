/** Grounds of text in `web/styles/tokens.css`, by color scheme. */
export const grounds = {
  light: { paper: '#f6f4ee', card: '#ffffff' },
  dark: { paper: '#0f1512', card: '#18201c' },
} as const
export type ColorScheme = keyof typeof grounds

/** Text on the brand's color: the product's white, and its black. */
const inks = ['#ffffff', '#0b1a14'] as const
/** Share of the brand's color in the background of what is selected. */
const tintShare = 0.12

const channelsOf = (color: string): number[] =>
  [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16))

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(color).map((channel) => {
    const value = channel / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Contrast of two `#rrggbb` colors, from 1 to 21 (WCAG 2.2). */
export function contrastOf(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

const mix = (color: string, other: string, share: number): string => {
  const others = channelsOf(other)
  const channels = channelsOf(color).map((channel, index) =>
    Math.round(channel * share + (others[index] ?? 0) * (1 - share))
      .toString(16)
      .padStart(2, '0'),
  )
  return `#${channels.join('')}`
}

/** The tokens `--pine`, `--on-pine` and `--mint` for a brand's color. */
export function brandTokens(color: string, scheme: ColorScheme) {
  const [white, black] = inks
  return {
    pine: color.toLowerCase(),
    'on-pine': contrastOf(color, white) >= contrastOf(color, black) ? white : black,
    mint: mix(color, grounds[scheme].card, tintShare),
  }
}

/** Of the employees' app, for sunlight. */
const strongContrast = 7

/** The tokens for the employees' app: darker or lighter, until they reach 7:1. The selection keeps its color. */
export function strongBrandTokens(color: string, scheme: ColorScheme) {
  const { mint } = brandTokens(color, scheme)
  const end = scheme === 'light' ? '#000000' : '#ffffff'
  const shades = Array.from({ length: 21 }, (_, step) => mix(color, end, 1 - step / 20))
  const isStrong = (shade: string) =>
    [...Object.values(grounds[scheme]), mint, brandTokens(shade, scheme)['on-pine']].every(
      (other) => contrastOf(shade, other) >= strongContrast,
    )
  return { ...brandTokens(shades.find(isStrong) ?? end, scheme), mint }
}

/** WCAG 2.2 AA for text. */
const minContrast = 4.5

/** The reason why a color is unreadable as text, or under it; null for a readable one. */
export function brandColorFault(color: string, scheme: ColorScheme): string | null {
  const { pine, mint, ...tokens } = brandTokens(color, scheme)
  const pairs = { ...grounds[scheme], selection: mint, 'button’s text': tokens['on-pine'] }
  const [ground, contrast] = Object.entries(pairs)
    .map(([name, other]) => [name, contrastOf(pine, other)] as const)
    .reduce((lowest, pair) => (pair[1] < lowest[1] ? pair : lowest))
  if (contrast >= minContrast) return null
  const way = scheme === 'light' ? 'darker' : 'lighter'
  const shown = Math.floor(contrast * 10) / 10
  return `has a contrast of ${shown}:1 with the ${ground} of the ${scheme} theme, and text needs ${minContrast}:1; use a ${way} color`
}
