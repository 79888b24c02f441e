/** EXIF orientation (1 to 8) and the file without it. */
export type OrientedFile = { orientation: number; file: Blob }

type OrientationField = { orientation: number; at: number; isLittleEndian: boolean }

const orientationTag = 0x0112

const textAt = (view: DataView, at: number, length: number): string =>
  String.fromCharCode(...new Uint8Array(view.buffer, at, length))

/** The orientation in an EXIF block and its byte offset; null without one. */
function findOrientation(view: DataView, from: number): OrientationField | null {
  const start = textAt(view, from, 4) === 'Exif' ? from + 6 : from
  const isLittleEndian = textAt(view, start, 2) === 'II'
  const directory = start + view.getUint32(start + 4, isLittleEndian)
  const count = view.getUint16(directory, isLittleEndian)
  for (let index = 0; index < count; index++) {
    const entry = directory + 2 + index * 12
    if (view.getUint16(entry, isLittleEndian) !== orientationTag) continue
    const at = entry + 8
    return { orientation: view.getUint16(at, isLittleEndian), at, isLittleEndian }
  }
  return null
}

function orientWebP(view: DataView, file: Blob): OrientedFile | null {
  for (let at = 12; at + 8 <= view.byteLength; ) {
    const size = view.getUint32(at + 4, true)
    if (textAt(view, at, 4) === 'EXIF') {
      const field = findOrientation(view, at + 8)
      if (!field) return null
      const upright = new Uint8Array(field.isLittleEndian ? [1, 0] : [0, 1])
      const parts = [file.slice(0, field.at), upright, file.slice(field.at + 2)]
      return { orientation: field.orientation, file: new Blob(parts, { type: file.type }) }
    }
    at += 8 + size + (size % 2)
  }
  return null
}

/** Removes the EXIF chunk, because changing it would invalidate its checksum. */
function orientPng(view: DataView, file: Blob): OrientedFile | null {
  for (let at = 8; at + 12 <= view.byteLength; ) {
    const end = at + 12 + view.getUint32(at)
    if (textAt(view, at + 4, 4) === 'eXIf') {
      const found = findOrientation(view, at + 8)
      const parts = [file.slice(0, at), file.slice(end)]
      return found && { orientation: found.orientation, file: new Blob(parts, { type: file.type }) }
    }
    at = end
  }
  return null
}

/**
 * Reads the orientation of WebP and PNG files, which browsers handle differently. JPEGs count as upright, because all
 * browsers apply their orientation.
 */
export async function readOrientation(file: Blob): Promise<OrientedFile> {
  const upright = { orientation: 1, file }
  const view = new DataView(await file.arrayBuffer())
  try {
    const start = textAt(view, 0, 4)
    const oriented =
      start === 'RIFF' ? orientWebP(view, file) : start === '\x89PNG' ? orientPng(view, file) : null
    return oriented && oriented.orientation >= 2 && oriented.orientation <= 8 ? oriented : upright
  } catch {
    // Truncated EXIF: treat the image as upright.
    return upright
  }
}
