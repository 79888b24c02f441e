import { type Catalogue, type Locale, locales } from '@handsfree/core/contract'
import { brandOf } from '@handsfree/core/i18n'
import { encode } from 'uqr'
import { outlineOf } from './outlines.ts'

/** A6 portrait in mm. Nothing prints to the edge, so there's no bleed. */
export const sheetSize = { width: 105, height: 148 }

export type SheetContent = {
  /** Null for the product's. */
  brand: Catalogue['brands'][number] | null
  qrId: string
  url: string
  siteName: Record<Locale, string>
  roomNumber: string | null
}

/** SVG paths in mm. */
export type Sheet = { title: string; shapes: { path: string; colour: string }[] }

type SheetMessages = Record<Locale, Record<string, string>>

const ink = '#14201b'
const codeSideMm = 56
const maxTextWidthMm = 93

const middle = sheetSize.width / 2

async function centredPath(text: string, baseline: number, size: number, weight = 500): Promise<string> {
  const outline = await outlineOf(text, weight)
  const fittedSize = Math.min(size, maxTextWidthMm / outline.width)
  return outline.at(middle - (outline.width * fittedSize) / 2, baseline, fittedSize)
}

/** Rectangles of the QR code, one for each horizontal run of dark modules. */
function codePath(url: string, left: number, top: number): string {
  const { data } = encode(url, { ecc: 'Q', border: 0 })
  const module = codeSideMm / data.length
  const round = (value: number) => Math.round(value * 1_000) / 1_000
  return data
    .flatMap((row, y) =>
      row.flatMap((isDark, x) => {
        if (!isDark || row[x - 1]) return []
        const end = row.indexOf(false, x)
        const [from, to] = [left + x * module, left + (end < 0 ? row.length : end) * module]
        const [above, below] = [top + y * module, top + (y + 1) * module]
        return [`M${round(from)} ${round(above)}H${round(to)}V${round(below)}H${round(from)}Z`]
      }),
    )
    .join('')
}

type Line = [text: string, baseline: number, size: number, weight: number, colour: string]

/** Draws the QR code, its id to type without a camera, and the place in both languages. */
export async function drawSheet(
  { brand, qrId, url, siteName, roomNumber }: SheetContent,
  messages: SheetMessages,
): Promise<Sheet> {
  const formatText = (locale: Locale, key: string, values: Record<string, string> = {}): string =>
    Object.entries(values).reduce(
      (text, [name, value]) => text.replaceAll(`{${name}}`, value),
      messages[locale][key] ?? '',
    )
  const address = new URL(url).host
  const [english, chinese] = locales
  const green = brand?.color?.light ?? '#0e5c4a'
  const names = new Set(locales.map((locale) => brand?.name[locale] ?? brandOf(messages[locale])))
  const room = roomNumber && locales.map((locale) => formatText(locale, 'qrSheet.room', { room: roomNumber }))
  const lines: Line[] = [
    [[...names].join(' · '), 17, 8, 700, green],
    [formatText(english, 'qrSheet.scan'), 28, 6, 600, ink],
    [formatText(chinese, 'qrSheet.scan'), 36, 6, 600, ink],
    [qrId, 109, 7, 700, ink],
    [formatText(english, 'qrSheet.type', { address }), 116, 3.2, 400, ink],
    [formatText(chinese, 'qrSheet.type', { address }), 121, 3.2, 400, ink],
    [siteName[english], 130, 4, 600, green],
    [siteName[chinese], 135.5, 4, 600, green],
  ]
  if (room) lines.push([room.join(' · '), 141, 4, 600, green])
  const shapes: Sheet['shapes'] = []
  // Sequential, because the fonts are decompressed in shared memory.
  for (const [text, baseline, size, weight, colour] of lines) {
    shapes.push({ path: await centredPath(text, baseline, size, weight), colour })
  }
  const code = { path: codePath(url, middle - codeSideMm / 2, 43), colour: '#000000' }
  return { title: [siteName[english], ...(room ? [room[0]] : []), url].join(', '), shapes: [code, ...shapes] }
}
