export type ImageType = 'image/jpeg' | 'image/png' | 'image/webp'

const startsWith = (bytes: Uint8Array, offset: number, expected: readonly number[]) =>
  expected.every((byte, index) => bytes[offset + index] === byte)

const ascii = (text: string) => [...text].map((character) => character.charCodeAt(0))

/** Bytes that `imageTypeOf` needs from the beginning of a file. */
export const imageHeaderBytes = 12

/** Image type by content, ignoring the file name; null for anything but JPG, PNG and WebP. */
export function imageTypeOf(header: Uint8Array): ImageType | null {
  if (startsWith(header, 0, [0xff, 0xd8, 0xff])) return 'image/jpeg'
  if (startsWith(header, 0, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'image/png'
  if (startsWith(header, 0, ascii('RIFF')) && startsWith(header, 8, ascii('WEBP'))) return 'image/webp'
  return null
}
