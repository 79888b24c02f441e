import { errorCodes } from '@handsfree/core/lib'
import { policy } from '@handsfree/core/policy'
import sharp from 'sharp'
import { ApiError, paramError } from '../http/api-error.ts'

/** WebP, upright, at most 2560 pixels per side, without metadata. */
export type StoredImage = { content: Buffer; width: number; height: number }

const maxSide = 2560
const quality = 82
const maxPixels = policy.maxImageMegapixels * 1_000_000

// One thread per picture, because several are converted in parallel. Caching doesn't help.
sharp.concurrency(1)
sharp.cache(false)

const detectFormat = (content: Buffer): 'jpeg' | 'png' | 'webp' | null => {
  if (content.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'jpeg'
  if (content.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))) return 'png'
  const isRiff = content.subarray(0, 4).toString('latin1') === 'RIFF'
  return isRiff && content.subarray(8, 12).toString('latin1') === 'WEBP' ? 'webp' : null
}

const damagedImage = () =>
  new ApiError(errorCodes.paramError, 'could not read the image', {
    status: 400,
    details: { code: 'damaged' },
  })

export type CheckedImage = { upload: Buffer; pixels: number }

/**
 * Validates a picture by its header. Throws 1008: 415 if it isn't JPG, PNG or WebP, 413 above
 * `policy.maxImageMegapixels`, 400 if it's unreadable.
 */
export async function checkImage(upload: Buffer): Promise<CheckedImage> {
  const format = detectFormat(upload)
  if (!format) throw paramError('only JPG, PNG and WebP are supported', 415)
  const header = await sharp(upload, { limitInputPixels: false })
    .metadata()
    .catch(() => null)
  if (header?.format !== format) throw damagedImage()
  const pixels = header.width * header.height
  if (pixels > maxPixels) throw paramError(`the image exceeds ${policy.maxImageMegapixels} megapixels`, 413)
  return { upload, pixels }
}

/**
 * Decodes and re-encodes a picture, so that only pixels of the upload are stored. Large JPEGs are decoded at a
 * smaller scale. Throws 1008 (400) if that fails.
 */
export async function encodeImage({ upload }: CheckedImage): Promise<StoredImage> {
  try {
    const { data, info } = await sharp(upload, { limitInputPixels: maxPixels, failOn: 'error' })
      .autoOrient()
      .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
      .webp({ quality })
      .toBuffer({ resolveWithObject: true })
    return { content: data, width: info.width, height: info.height }
  } catch {
    throw damagedImage()
  }
}
