import { deflateSync } from 'node:zlib'
import sharp from 'sharp'

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 180, g: 90, b: 40 } } })

export const smallPicture = (): Promise<Buffer> => plain(640, 480).jpeg().toBuffer()

/** A PNG with 39 megapixels. PNGs can't be decoded at a smaller scale. */
export const largePicture = (): Promise<Buffer> => plain(7_200, 5_420).png({ compressionLevel: 1 }).toBuffer()

function crc(bytes: Buffer): Buffer {
  let sum = 0xffffffff
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1
  }
  const written = Buffer.alloc(4)
  written.writeUInt32BE(~sum >>> 0)
  return written
}

const chunk = (type: string, data: Buffer): Buffer => {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const named = Buffer.concat([Buffer.from(type), data])
  return Buffer.concat([length, named, crc(named)])
}

/** A PNG with one gray bit per pixel, whose rows of zeros compress by a factor of 1,000. */
function bomb(width: number, height: number, rows = height): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([1, 0, 0, 0, 0], 8)
  const pixels = deflateSync(Buffer.alloc(rows * (Math.ceil(width / 8) + 1)))
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const page = '<!doctype html><script>alert(document.domain)</script>'
const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'

/** Files by name that must be refused as pictures. */
export async function hostilePictures(): Promise<[name: string, content: Buffer][]> {
  const jpeg = await plain(640, 480).jpeg().toBuffer()
  const png = await plain(640, 480).png().toBuffer()
  const webp = await plain(640, 480).webp().toBuffer()
  const jpegStart = Buffer.from([0xff, 0xd8, 0xff, 0xe0])
  const behind = (start: Buffer, rest: string | Buffer) => Buffer.concat([start, Buffer.from(rest)])
  return [
    ['a bomb of 16383 × 16383', bomb(16_383, 16_383)],
    ['a bomb that claims 2 billion a side', bomb(2_147_483_647, 2_147_483_647, 1)],
    ['a bomb of one long row', bomb(2_000_000_000, 1, 0)],
    ['a picture without a side', bomb(0, 0)],
    ['a page behind a header of JPEG', behind(jpegStart, page)],
    ['a page behind a header of PNG', behind(png.subarray(0, 8), page)],
    ['a page behind a header of WebP', behind(webp.subarray(0, 12), page)],
    ['a page', Buffer.from(page)],
    ['a drawing', Buffer.from(drawing)],
    ['a drawing behind a header of JPEG', behind(jpegStart, drawing)],
    ['a drawing with a declaration', Buffer.from(`<?xml version="1.0"?>${drawing}`)],
    ['half a JPEG', jpeg.subarray(0, jpeg.length / 2)],
    ['half a PNG', png.subarray(0, png.length / 2)],
    ['half a WebP', webp.subarray(0, webp.length / 2)],
    ['a PNG with a broken sum', Buffer.from(png.map((byte, index) => (index === 30 ? byte ^ 1 : byte)))],
    ['a GIF', await plain(9, 9).gif().toBuffer()],
    ['a TIFF', await plain(9, 9).tiff().toBuffer()],
    ['a PDF', Buffer.from('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>')],
    ['a GIF behind a header of JPEG', behind(jpegStart, await plain(9, 9).gif().toBuffer())],
    ['nothing', Buffer.alloc(0)],
    ['three bytes', jpegStart.subarray(0, 3)],
  ]
}
