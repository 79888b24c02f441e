import { once } from 'node:events'
import PDFDocument from 'pdfkit'
import { type Sheet, sheetSize } from './qr-sheet.ts'

const { width, height } = sheetSize

const escapeXml = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** Actual size. */
export const toSvg = ({ title, shapes }: Sheet): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}mm" height="${height}mm" viewBox="0 0 ${width} ${height}">` +
  `<title>${escapeXml(title)}</title><rect width="${width}" height="${height}" fill="#ffffff"/>` +
  shapes.map(({ path, colour }) => `<path fill="${colour}" d="${path}"/>`).join('') +
  '</svg>\n'

const pointsPerMm = 72 / 25.4

/** One sheet per page, actual size. */
export async function toPdf(sheets: readonly Sheet[]): Promise<Buffer> {
  const size: [number, number] = [width * pointsPerMm, height * pointsPerMm]
  const document = new PDFDocument({ size, margin: 0, autoFirstPage: false })
  const parts: Buffer[] = []
  document.on('data', (part: Buffer) => parts.push(part))
  const ended = once(document, 'end')
  for (const { shapes } of sheets) {
    document.addPage().scale(pointsPerMm)
    for (const { path, colour } of shapes) document.path(path).fill(colour)
  }
  document.end()
  await ended
  return Buffer.concat(parts)
}
