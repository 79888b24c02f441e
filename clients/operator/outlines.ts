import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { create, type Font } from 'fontkit'
import wawoff2 from 'wawoff2'
import { UsageError } from './session.ts'

const require = createRequire(import.meta.url)
/** Noto Sans SC, split into files by character range. */
const folder = dirname(require.resolve('@fontsource-variable/noto-sans-sc/package.json'))

type Range = [first: number, last: number]

const readRanges = (list: string): Range[] =>
  list.split(',').map((range) => {
    const [first = '', last = first] = range.replace(/u\+/i, '').split('-')
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)]
  })

let fontFiles: { name: string; ranges: Range[] }[] = []

/** Throws `UsageError` for a character that isn't in the font. */
function fileOf(character: string): string {
  if (fontFiles.length === 0) {
    const listed: Record<string, string> = JSON.parse(readFileSync(join(folder, 'unicode.json'), 'utf8'))
    fontFiles = Object.entries(listed).map(([name, list]) => ({
      name: name.replace(/[[\]]/g, ''),
      ranges: readRanges(list),
    }))
  }
  const code = character.codePointAt(0) ?? 0
  // The Latin part comes last and must win over full-width forms.
  const part = fontFiles.findLast(({ ranges }) =>
    ranges.some(([first, last]) => first <= code && code <= last),
  )
  if (!part) throw new UsageError(`The sheets’ font lacks “${character}”. Change the text.`)
  return part.name
}

const fonts = new Map<string, Promise<Font>>()

function openFont(name: string, weight: number): Promise<Font> {
  const key = `${name} ${weight}`
  const known = fonts.get(key)
  if (known) return known
  const read = async () => {
    const packed = readFileSync(join(folder, 'files', `noto-sans-sc-${name}-wght-normal.woff2`))
    return create(Buffer.from(await wawoff2.decompress(packed))).getVariation({ wght: weight })
  }
  const font = read()
  fonts.set(key, font)
  return font
}

/** Text as paths, so that it prints the same without the font. */
export type Outline = {
  /** Relative to the font size. */
  width: number
  /** Returns the SVG path; `x` and `y` are the start of the baseline. */
  at(x: number, y: number, size: number): string
}

/** Outlines a line in Noto Sans SC. `weight`: 100 to 900. Throws `UsageError` for a missing character. */
export async function outlineOf(text: string, weight: number): Promise<Outline> {
  const runs: { name: string; text: string }[] = []
  for (const character of text) {
    const name = fileOf(character)
    const last = runs.at(-1)
    if (last?.name === name) last.text += character
    else runs.push({ name, text: character })
  }
  const placedGlyphs: { x: number; em: number; glyph: ReturnType<Font['layout']>['glyphs'][number] }[] = []
  let width = 0
  for (const run of runs) {
    const font = await openFont(run.name, weight)
    const { glyphs, positions } = font.layout(run.text)
    for (const [index, glyph] of glyphs.entries()) {
      if (glyph.id === 0)
        throw new UsageError(`The sheets’ font lacks a character of “${run.text}”. Change the text.`)
      placedGlyphs.push({ x: width, em: font.unitsPerEm, glyph })
      width += (positions[index]?.xAdvance ?? 0) / font.unitsPerEm
    }
  }
  return {
    width,
    at: (x, y, size) =>
      placedGlyphs
        .map(({ x: from, em, glyph }) =>
          glyph.path
            .scale(size / em, -size / em)
            .translate(x + from * size, y)
            .toSVG(),
        )
        .join(''),
  }
}
