import { type DrawRequest, draw } from './draw.ts'

self.onmessage = async ({ data, ports: [port] }: MessageEvent<DrawRequest>) => {
  const { bitmap, width, height, quality } = data
  try {
    const canvas = new OffscreenCanvas(width, height)
    draw(canvas.getContext('2d'), data)
    port?.postMessage(await canvas.convertToBlob({ type: 'image/jpeg', quality }))
  } catch {
    port?.postMessage(null)
  } finally {
    bitmap.close()
  }
}
