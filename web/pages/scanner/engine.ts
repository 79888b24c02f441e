type Picture = HTMLVideoElement | ImageBitmap
/** As far as it is used; browsers' types do not have it. */
type Detector = { detect(picture: HTMLCanvasElement): Promise<{ rawValue: string }[]> }
type Region = { x: number; y: number; width: number; height: number }

/** Reads QR codes: the browser's own detector, or else a worker of the library. */
export type QrEngine = {
  /** Texts of the codes in a region of a picture, drawn with this longest edge (px) on this background. */
  read(picture: Picture, region: Region, longestEdge: number, background?: string): Promise<string[]>
  close(): void
}

/** The library's worker reads one code, and none where it takes two for one. A part of a picture has one of them. */
export const partsOf = ({ x, y, width, height }: Region): Region[] => {
  const [wide, high] = [width * 0.6, height * 0.6]
  return [
    { x, y, width: wide, height },
    { x: x + width - wide, y, width: wide, height },
    { x, y, width, height: high },
    { x, y: y + height - high, width, height: high },
  ]
}

const createCanvas = () => {
  const canvas = document.createElement('canvas')
  // Read back several times a second, it belongs into memory.
  canvas.getContext('2d', { alpha: false, willReadFrequently: true })
  return canvas
}

function draw(
  canvas: HTMLCanvasElement,
  picture: Picture,
  { x, y, width, height }: Region,
  longest: number,
  background: string,
): void {
  const scale = Math.min(1, longest / Math.max(width, height))
  canvas.width = Math.max(1, Math.round(width * scale))
  canvas.height = Math.max(1, Math.round(height * scale))
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('no canvas')
  pen.fillStyle = background
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.drawImage(picture, x, y, width, height, 0, 0, canvas.width, canvas.height)
}

function invert(canvas: HTMLCanvasElement): void {
  const pen = canvas.getContext('2d')
  if (!pen) return
  pen.globalCompositeOperation = 'difference'
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.globalCompositeOperation = 'source-over'
}

/** The library (14 KB) loads with the first use, its worker (11 KB) only where the browser cannot read codes itself. */
export async function createQrEngine(): Promise<QrEngine> {
  const { default: Scanner } = await import('qr-scanner')
  const start = async () => {
    const engine = await Scanner.createQrEngine()
    // Dark on light as well as light on dark.
    if (engine instanceof Worker) engine.postMessage({ id: -1, type: 'inversionMode', data: 'both' })
    return engine
  }
  let qrEngine = await start()
  const [drawn, canvas] = [createCanvas(), createCanvas()]
  const scan = async (): Promise<string[]> => {
    try {
      const options = { qrEngine, canvas, returnDetailedScanResult: true } as const
      const { data } = await Scanner.scanImage(drawn, options)
      return [data]
    } catch (failure) {
      if (failure === Scanner.NO_QR_CODE_FOUND) return []
      throw failure
    }
  }
  /** Every code, where the browser reads them itself. Many such detectors miss light codes on dark. */
  const detect = async (detector: Detector): Promise<string[]> => {
    const found = await detector.detect(drawn)
    if (found.length === 0) {
      invert(drawn)
      found.push(...(await detector.detect(drawn)))
    }
    return found.map(({ rawValue }) => rawValue)
  }
  return {
    async read(picture, region, longestEdge, background = '#fff') {
      draw(drawn, picture, region, longestEdge, background)
      if (qrEngine instanceof Worker) return scan()
      try {
        return await detect(qrEngine)
      } catch {
        // A device without the service behind its detector: the library notices that, and starts its worker from then on.
        draw(drawn, picture, region, longestEdge, background)
        const texts = await scan()
        qrEngine = await start()
        return texts
      }
    },
    close() {
      if (qrEngine instanceof Worker) qrEngine.terminate()
    },
  }
}
