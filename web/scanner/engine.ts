import type QrScanner from 'qr-scanner'

type Engine = Awaited<ReturnType<typeof QrScanner.createQrEngine>>
type Picture = HTMLVideoElement | HTMLCanvasElement

/** Reads QR codes: the browser's own detector, or else a worker of the library. */
export type QrEngine = {
  /** The text of a QR code in a picture, or in a square of it; null when there is none. */
  read(picture: Picture, region?: QrScanner.ScanRegion): Promise<string | null>
  close(): void
}

/** The library (14 KB) loads with the first use, its worker (11 KB) only where the browser cannot read codes itself. */
export async function createQrEngine(): Promise<QrEngine> {
  const { default: Scanner } = await import('qr-scanner')
  const qrEngine: Engine = await Scanner.createQrEngine()
  const canvas = document.createElement('canvas')
  // The library uses an existing context: read back several times a second, it belongs into memory.
  canvas.getContext('2d', { alpha: false, willReadFrequently: true })
  return {
    async read(picture, scanRegion) {
      try {
        const options = { qrEngine, canvas, returnDetailedScanResult: true } as const
        const { data } = await Scanner.scanImage(picture, scanRegion ? { ...options, scanRegion } : options)
        return data
      } catch (failure) {
        if (failure === Scanner.NO_QR_CODE_FOUND) return null
        throw failure
      }
    },
    close() {
      if (qrEngine instanceof Worker) qrEngine.terminate()
    },
  }
}
