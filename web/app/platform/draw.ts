/** `width` and `height` are of the upright JPEG. */
export type DrawOrder = {
  bitmap: ImageBitmap
  orientation: number
  width: number
  height: number
  quality: number
}

type Pen = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D

export const isTurned = (orientation: number): boolean => orientation >= 5

function turn(pen: Pen, { orientation, width, height }: DrawOrder): void {
  const transforms: Record<number, Parameters<Pen['transform']>> = {
    2: [-1, 0, 0, 1, width, 0],
    3: [-1, 0, 0, -1, width, height],
    4: [1, 0, 0, -1, 0, height],
    5: [0, 1, 1, 0, 0, 0],
    6: [0, 1, -1, 0, width, 0],
    7: [0, -1, -1, 0, width, height],
    8: [0, -1, 1, 0, 0, height],
  }
  const transform = transforms[orientation]
  if (transform) pen.transform(...transform)
}

export function draw(pen: Pen | null, order: DrawOrder): void {
  if (!pen) throw new Error('no canvas')
  const { bitmap, orientation, width, height } = order
  // JPEG lacks transparency; use a white background.
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, width, height)
  pen.imageSmoothingQuality = 'high'
  turn(pen, order)
  const [wide, high] = isTurned(orientation) ? [height, width] : [width, height]
  pen.drawImage(bitmap, 0, 0, wide, high)
}
