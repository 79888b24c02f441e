type Picture = HTMLVideoElement | ImageBitmap
/** `BarcodeDetector`, as far as it is used. TypeScript's DOM types lack it. */
type Detector = { detect(picture: HTMLCanvasElement): Promise<{ rawValue: string }[]> }
type Region = { x: number; y: number; width: number; height: number }

/** Reads QR codes with the browser's `BarcodeDetector`, or else with the worker of qr-scanner. */
export type QrEngine = {
  /** Decoded texts in a region, scaled to `longestEdge` (px) and drawn on `background`. */
  read(picture: Picture, region: Region, longestEdge: number, background?: string): Promise<string[]>
  close(): void
}

/** The worker decodes a single code and fails if two codes look like one. Smaller parts contain only one of them. */
export const regionsOf = ({ x, y, width, height }: Region): Region[] => {
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
  // Frequent readback is faster from a canvas in main memory.
  canvas.getContext('2d', { alpha: false, willReadFrequently: true })
  return canvas
}

function draw(
  canvas: HTMLCanvasElement,
  picture: Picture,
  { x, y, width, height }: Region,
  maxEdge: number,
  background: string,
): void {
  const scale = Math.min(1, maxEdge / Math.max(width, height))
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

/** qr-scanner (14 KB) loads on first use, its worker (11 KB) only without a `BarcodeDetector`. */
export async function createQrEngine(): Promise<QrEngine> {
  const { default: Scanner } = await import('qr-scanner')
  const start = async () => {
    const engine = await Scanner.createQrEngine()
    // Also decode light codes on a dark background.
    if (engine instanceof Worker) engine.postMessage({ id: -1, type: 'inversionMode', data: 'both' })
    return engine
  }
  let qrEngine = await start()
  const [sourceCanvas, canvas] = [createCanvas(), createCanvas()]
  const scan = async (): Promise<string[]> => {
    try {
      const options = { qrEngine, canvas, returnDetailedScanResult: true } as const
      const { data } = await Scanner.scanImage(sourceCanvas, options)
      return [data]
    } catch (failure) {
      if (failure === Scanner.NO_QR_CODE_FOUND) return []
      throw failure
    }
  }
  /** All codes. Many detectors miss light codes on dark, so an empty result is retried inverted. */
  const detect = async (detector: Detector): Promise<string[]> => {
    const codes = await detector.detect(sourceCanvas)
    if (codes.length === 0) {
      invert(sourceCanvas)
      codes.push(...(await detector.detect(sourceCanvas)))
    }
    return codes.map(({ rawValue }) => rawValue)
  }
  return {
    async read(picture, region, longestEdge, background = '#fff') {
      draw(sourceCanvas, picture, region, longestEdge, background)
      if (qrEngine instanceof Worker) return scan()
      try {
        return await detect(qrEngine)
      } catch {
        // The detector's system service is missing. `scan` falls back to the worker, and later reads start with it.
        draw(sourceCanvas, picture, region, longestEdge, background)
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
