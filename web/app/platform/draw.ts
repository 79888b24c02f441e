/** `width` and `height` are of the upright JPEG. */
export type DrawRequest = {
  bitmap: ImageBitmap
  orientation: number
  width: number
  height: number
  quality: number
}

type Context2D = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D

export const isRotated = (orientation: number): boolean => orientation >= 5

function turn(pen: Context2D, { orientation, width, height }: DrawRequest): void {
  const transforms: Record<number, Parameters<Context2D['transform']>> = {
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

export function draw(pen: Context2D | null, request: DrawRequest): void {
  if (!pen) throw new Error('no canvas')
  const { bitmap, orientation, width, height } = request
  // JPEG lacks transparency; use a white background.
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, width, height)
  pen.imageSmoothingQuality = 'high'
  turn(pen, request)
  const [wide, high] = isRotated(orientation) ? [height, width] : [width, height]
  pen.drawImage(bitmap, 0, 0, wide, high)
}
