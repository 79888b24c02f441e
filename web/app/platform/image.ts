import type { ImageFailure, PreparedImage } from '@handsfree/core'
import { imageHeaderBytes, imageTypeOf } from '@handsfree/core/photos'
import { policy } from '@handsfree/core/policy'
import { isRotated } from './draw.ts'
import { encode } from './encode.ts'
import { readOrientation } from './orientation.ts'

type PrepareResult = { ok: true; value: PreparedImage } | { ok: false; error: ImageFailure }

/** Longest edge of an uploaded image, px; enough to read a scratch or a label. */
export const maxEdgePx = 2048
const quality = 0.85

export type ImageCodec = {
  /** Applies the EXIF orientation. Rejects files that aren't images. */
  decode(file: Blob): Promise<DecodedImage>
  /** A URL for previews, and a function that revokes it. */
  previewOf(file: Blob): Pick<PreparedImage, 'preview' | 'release'>
}
export type DecodedImage = {
  width: number
  height: number
  encode(width: number, height: number, quality: number): Promise<Blob>
  close(): void
}

const refuse = (error: ImageFailure): PrepareResult => ({ ok: false, error })

/** Fits a size into `longestEdge`. Never upscales. */
export function scaledSize({ width, height }: { width: number; height: number }) {
  const scale = Math.min(1, maxEdgePx / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** Detects the type by content, scales the image down and re-encodes it. Re-encoding also drops location metadata. */
export const createPrepareImage =
  (codec: ImageCodec) =>
  async (file: unknown): Promise<PrepareResult> => {
    if (!(file instanceof Blob)) return refuse({ code: 'unreadable' })
    let image: DecodedImage | undefined
    try {
      const header = new Uint8Array(await file.slice(0, imageHeaderBytes).arrayBuffer())
      if (header.length === 0) return refuse({ code: 'unreadable' })
      if (!imageTypeOf(header)) return refuse({ code: 'unsupportedType' })
      try {
        image = await codec.decode(file)
      } catch {
        return refuse({ code: 'damaged' })
      }
      const { width, height } = scaledSize(image)
      const source = await image.encode(width, height, quality)
      if (source.size > policy.maxImageMb * 1024 * 1024) {
        return refuse({ code: 'tooLarge', sizeLimitMb: policy.maxImageMb })
      }
      return { ok: true, value: { source, bytes: source.size, ...codec.previewOf(source) } }
    } catch {
      return refuse({ code: 'unreadable' })
    } finally {
      image?.close()
    }
  }

export const browserCodec: ImageCodec = {
  previewOf(file) {
    const preview = URL.createObjectURL(file)
    return { preview, release: () => URL.revokeObjectURL(preview) }
  },
  async decode(source) {
    const { orientation, file } = await readOrientation(source)
    const decode = () => createImageBitmap(file, { imageOrientation: 'from-image' })
    const bitmap = await decode()
    const [width, height] = isRotated(orientation)
      ? [bitmap.height, bitmap.width]
      : [bitmap.width, bitmap.height]
    return {
      width,
      height,
      close: () => bitmap.close(),
      encode: (width, height, quality) => encode({ bitmap, orientation, width, height, quality }, decode),
    }
  },
}

export const prepareImage = createPrepareImage(browserCodec)
