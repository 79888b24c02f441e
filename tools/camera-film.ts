import { writeFileSync } from 'node:fs'
import { encode } from 'uqr'

const width = 640
const height = 480
/** The fake camera loops the film. */
const frames = 2
// Limited-range luma.
const white = 235
const black = 16

/** Writes a film of a QR code on paper. Chromium's fake camera needs the YUV4MPEG2 format. */
export function drawCameraFilm(text: string, path: string): void {
  const { size, data } = encode(text, { ecc: 'M', border: 4 })
  const scale = Math.floor((height * 0.8) / size)
  const left = Math.floor((width - size * scale) / 2)
  const top = Math.floor((height - size * scale) / 2)
  const luma = Buffer.alloc(width * height, white)
  for (const [y, row] of data.entries()) {
    for (const [x, dark] of row.entries()) {
      if (!dark) continue
      for (let line = 0; line < scale; line += 1) {
        const from = (top + y * scale + line) * width + left + x * scale
        luma.fill(black, from, from + scale)
      }
    }
  }
  const noColour = Buffer.alloc((width * height) / 2, 128)
  const frame = Buffer.concat([Buffer.from('FRAME\n'), luma, noColour])
  writeFileSync(
    path,
    Buffer.concat([
      Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420\n`),
      ...Array.from({ length: frames }, () => frame),
    ]),
  )
}
