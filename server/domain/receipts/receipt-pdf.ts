import { buffer } from 'node:stream/consumers'
import type { Order, OrderRefund } from '@handsfree/core/contract'
import {
  creditNoteContent,
  type ReceiptContent,
  type ReceiptOptions,
  type ReceiptTable,
  receiptContent,
} from '@handsfree/core/receipts'
import PDFDocument from 'pdfkit'
import { fontRuns, readFont } from '../../runtime/pdf/noto-font.ts'

const margin = 45
const pageWidth = 595.28
const width = pageWidth - 2 * margin
const labelWidth = 110
const amountWidth = 130
const ink = '#14201b'
const softInk = '#44524b'
const pine = '#0e5c4a'
const line = '#999999'

type Style = { size: number; colour?: string }

const body: Style = { size: 10 }
const small: Style = { size: 8.5, colour: softInk }
const total: Style = { size: 12 }

/** `banner`: above everything else. */
export type PdfOptions = ReceiptOptions & { banner?: string | undefined }

/** Renders an order's receipt as a PDF on A4. */
export const createReceiptPdf = (order: Order, options: PdfOptions): Promise<Buffer> =>
  createPdf(receiptContent(order, options), options)

/** Renders a completed refund's credit note as a PDF on A4. */
export const createCreditNotePdf = (
  order: Order,
  refund: OrderRefund,
  options: PdfOptions,
): Promise<Buffer> => createPdf(creditNoteContent(order, refund, options), options)

async function createPdf(content: ReceiptContent, { intl, now, banner = '' }: PdfOptions): Promise<Buffer> {
  const { brand, title, fullTitle, facts, tables, footer } = content
  const document = new PDFDocument({
    size: 'A4',
    margin,
    lang: intl.locale,
    displayTitle: true,
    info: { Title: fullTitle, Author: brand, CreationDate: new Date(now) },
  })
  const pdf = buffer(document)
  const rows = [...facts, ...tables.flatMap(({ rows, total }) => [...rows, total])]
  const texts = [banner, brand, title, ...tables.map(({ title }) => title), ...footer].concat(
    rows.flatMap(({ label, value, detail }) => [label, value, detail]),
  )
  const printable = (text: string) => {
    // The font lacks control characters.
    const line = text.replace(/\p{Cc}/gu, ' ')
    // Its apostrophe is as wide as a Chinese character.
    return intl.locale === 'zh-CN' ? line : line.replaceAll('’', "'")
  }
  const files = new Set(texts.flatMap((text) => fontRuns(printable(text)).map(({ file }) => file)))
  for (const file of files) document.registerFont(file, await readFont(file))

  const style = ({ size, colour = ink }: Style) =>
    document
      .fontSize(size)
      .fillColor(colour)
      .strokeColor(colour)
      // The files contain the thinnest weight. fontkit can't embed another one.
      .lineWidth(size * 0.03)
  const painted = { fill: true, stroke: true }
  /** Writes a wrapped text and returns the position below it. */
  const write = (text: string, look: Style, x: number, y: number, width: number): number => {
    style(look)
    const runs = fontRuns(printable(text))
    for (const [index, run] of runs.entries()) {
      document.font(run.file)
      const continued = index < runs.length - 1
      if (index === 0) document.text(run.text, x, y, { ...painted, width, continued })
      else document.text(run.text, { ...painted, width, continued })
    }
    return runs.length === 0 ? y : document.y
  }
  const writeRight = (text: string, look: Style, y: number): void => {
    style(look)
    const runs = fontRuns(printable(text)).map((run) => ({
      ...run,
      width: document.font(run.file).widthOfString(run.text),
    }))
    let x = pageWidth - margin - runs.reduce((sum, run) => sum + run.width, 0)
    for (const run of runs) {
      document.font(run.file).text(run.text, x, y, { ...painted, lineBreak: false })
      x += run.width
    }
  }
  /** Starts a page if less than `height` is left. */
  const reserve = (y: number, height: number): number => {
    if (y + height <= document.page.height - margin) return y
    document.addPage()
    return margin
  }
  const writeTable = (y: number, { title, rows, total: sum }: ReceiptTable): number => {
    let at = write(title, total, margin, reserve(y + 12, 60), width) + 4
    for (const row of [...rows, sum]) {
      at = reserve(at, 40)
      const look = row === sum ? total : body
      document
        .lineWidth(0.5)
        .moveTo(margin, at)
        .lineTo(margin + width, at)
        .stroke(line)
      const top = at + 4
      at = write(row.label, look, margin, top, width - amountWidth)
      // After the label, for screen readers.
      writeRight(row.value, look, top)
      at = write(row.detail, small, margin, at, width - amountWidth) + 4
    }
    return at
  }

  let y = write(banner, total, margin, margin, width)
  y = write(brand, { size: 11, colour: pine }, margin, y, width)
  y = write(title, { size: 18 }, margin, y, width) + 10
  for (const { label, value, detail } of facts) {
    y = reserve(y, 40)
    write(label, { ...body, colour: softInk }, margin, y, labelWidth - 10)
    y = write(value, body, margin + labelWidth, y, width - labelWidth)
    y = write(detail, small, margin + labelWidth, y, width - labelWidth) + 4
  }
  for (const table of tables) y = writeTable(y, table)
  y += 14
  for (const text of footer) y = write(text, small, margin, reserve(y, 30), width)
  document.end()
  return pdf
}
