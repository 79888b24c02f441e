import sharp from 'sharp'
import { encode } from 'uqr'

type File = { name: string; mimeType: string; buffer: Buffer }

/** A photo of a QR code as in an album: a large JPEG with a slightly rotated code that covers a part. */
export async function photographQrCode(text: string): Promise<File> {
  const { size, data } = encode(text, { ecc: 'M', border: 4 })
  const pixels = Buffer.from(data.flatMap((row) => row.map((dark) => (dark ? 20 : 235))))
  const code = await sharp(pixels, { raw: { width: size, height: size, channels: 1 } })
    .resize(1_100, 1_100, { kernel: 'nearest' })
    .rotate(7, { background: '#b9a98c' })
    .png()
    .toBuffer()
  const buffer = await sharp({ create: { width: 3_024, height: 4_032, channels: 3, background: '#b9a98c' } })
    .composite([{ input: code, left: 900, top: 1_500 }])
    .jpeg({ quality: 85 })
    .toBuffer()
  return { name: 'IMG_1208.jpg', mimeType: 'image/jpeg', buffer }
}
