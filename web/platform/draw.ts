/** A decoded picture, and the size and quality of the JPEG that is made of it. */
export type DrawOrder = { bitmap: ImageBitmap; width: number; height: number; quality: number }

type Pen = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D

/** Draws a picture over a whole canvas; throws when there is no pen. */
export function draw(pen: Pen | null, { bitmap, width, height }: DrawOrder): void {
  if (!pen) throw new Error('no canvas')
  // JPEG knows no transparency: what is see-through becomes white.
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, width, height)
  pen.imageSmoothingQuality = 'high'
  pen.drawImage(bitmap, 0, 0, width, height)
}
