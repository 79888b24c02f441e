import sharp from 'sharp'
import { photographSuitcase } from '../../server/flows/autopilot/suitcase.ts'

export type File = { name: string; mimeType: string; buffer: Buffer }

const once = <Value>(make: () => Promise<Value>) => {
  let made: Promise<Value> | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** A small picture for orders whose photos don't matter. Decoding and scaling a phone's picture takes 1 s. */
export const takePhoto = once(
  async (): Promise<File> => ({
    name: 'bag.png',
    mimeType: 'image/png',
    buffer: await sharp(await photographSuitcase(0))
      .resize(150)
      .png()
      .toBuffer(),
  }),
)

/** Three pictures as phones and albums store them: a large rotated JPEG with GPS data, a PNG, a WebP. */
export const takePhotos = once(async (): Promise<[File, File, File]> => {
  const [first, second, third] = await Promise.all([0, 1, 2].map((index) => photographSuitcase(index)))
  // A phone in portrait stores the picture in landscape, with an EXIF orientation.
  const large = sharp(first).resize(3_024, 4_032, { fit: 'cover' }).rotate(270)
  return [
    {
      name: 'IMG_0731.jpg',
      mimeType: 'image/jpeg',
      buffer: await large
        .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '30/1 14/1 41/1' } })
        .withMetadata({ orientation: 6 })
        .jpeg({ quality: 90 })
        .toBuffer(),
    },
    { name: 'bag.png', mimeType: 'image/png', buffer: await sharp(second).png().toBuffer() },
    { name: 'bag.webp', mimeType: 'image/webp', buffer: await sharp(third).webp().toBuffer() },
  ]
})
