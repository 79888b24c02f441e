import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import wawoff2 from 'wawoff2'

const require = createRequire(import.meta.url)
/** Noto Sans SC, split into files by character range. */
const folder = dirname(require.resolve('@fontsource-variable/noto-sans-sc/package.json'))

type Range = [first: number, last: number]

const readRanges = (list: string): Range[] =>
  list.split(',').map((range) => {
    const [first = '', last = first] = range.replace(/u\+/i, '').split('-')
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)]
  })

const latin = 'latin'

let fontFiles: { name: string; ranges: Range[] }[] = []

/** The file with a character's glyph. The Latin file has a box for unknown characters. */
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
  return part?.name ?? latin
}

export type FontRun = { file: string; text: string }

/** Splits a text where another file of the font is needed. */
export function fontRuns(text: string): FontRun[] {
  const runs: FontRun[] = []
  for (const character of text) {
    const file = fileOf(character)
    const last = runs.at(-1)
    if (last?.file === file) last.text += character
    else runs.push({ file, text: character })
  }
  return runs
}

const fonts = new Map<string, Promise<Buffer>>()

/** Reads a file of the font as TrueType. All files together take 8 MB. */
export function readFont(file: string): Promise<Buffer> {
  const known = fonts.get(file)
  if (known) return known
  const font = readFile(join(folder, 'files', `noto-sans-sc-${file}-wght-normal.woff2`)).then(
    async (packed) => Buffer.from(await wawoff2.decompress(packed)),
  )
  fonts.set(file, font)
  return font
}
