import { errorCodes } from '@handsfree/core/api'
import { policy } from '@handsfree/core/policy'
import sharp from 'sharp'
import { ApiError } from '../http/api-error.ts'

/** A picture as we store it: WebP, upright, at most 2560 pixels a side, without any metadata. */
export type StoredImage = { content: Buffer; width: number; height: number }

const longestSide = 2560
const quality = 82

const refuse = (message: string, status: number) => new ApiError(errorCodes.paramError, message, { status })

/** The format that the first bytes claim. */
const claimedFormat = (content: Buffer): 'jpeg' | 'png' | 'webp' | null => {
  if (content.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'jpeg'
  if (content.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))) return 'png'
  const isRiff = content.subarray(0, 4).toString('latin1') === 'RIFF'
  return isRiff && content.subarray(8, 12).toString('latin1') === 'WEBP' ? 'webp' : null
}

/**
 * Decodes an uploaded picture and encodes it anew, so that nothing of the upload but its pixels is kept.
 * Throws 1008: no JPG, PNG or WebP (415), over 40 megapixels (413), or not to be decoded (400).
 */
export async function encodeImage(upload: Buffer): Promise<StoredImage> {
  const claimed = claimedFormat(upload)
  if (!claimed) throw refuse('only JPG, PNG and WebP', 415)
  const pixels = policy.maxImageMegapixels * 1_000_000
  const open = () => sharp(upload, { limitInputPixels: pixels, failOn: 'error' })
  // Only the header is read here; the size that it claims decides whether anything is decoded at all.
  const header = await sharp(upload, { limitInputPixels: false })
    .metadata()
    .catch(() => null)
  if (header?.format !== claimed) throw refuse('the picture cannot be read', 400)
  if (header.width * header.height > pixels)
    throw refuse(`more than ${policy.maxImageMegapixels} megapixels`, 413)
  try {
    const { data, info } = await open()
      .autoOrient()
      .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
      .webp({ quality })
      .toBuffer({ resolveWithObject: true })
    return { content: data, width: info.width, height: info.height }
  } catch {
    throw refuse('the picture cannot be read', 400)
  }
}
