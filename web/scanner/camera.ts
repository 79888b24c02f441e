import type { ScannerEvent } from '@handsfree/core/scanner'
import { createQrEngine, type QrEngine } from './engine.ts'
import type { Torch } from './torch.ts'

/** Where the camera's picture goes. The element is read when the camera starts. */
export type CameraView = { video: () => HTMLVideoElement | null; torch: Torch }

/** The camera at the back, sharp enough for a code at arm's length. */
const constraints: MediaStreamConstraints = {
  audio: false,
  video: { facingMode: { ideal: 'environment' }, width: { ideal: 1280 }, height: { ideal: 720 } },
}

/** Longest edge of the square that is searched for a code, px. */
const largestSquare = 800
/** Milliseconds between two searches. */
const lookEvery = 120

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

const refusals = ['NotAllowedError', 'SecurityError']
/** The traveller can allow a refused camera; a missing or occupied one not, nor any on a page without TLS. */
const failureOf = (error: unknown): ScannerEvent => {
  if (!window.isSecureContext) return { type: 'camera.barred' }
  return error instanceof DOMException && refusals.includes(error.name)
    ? { type: 'camera.refused' }
    : { type: 'camera.missing' }
}

/** The square in the middle of the picture: a code outside of the cut-out counts too. */
function middleSquare({ videoWidth, videoHeight }: HTMLVideoElement) {
  const side = Math.min(videoWidth, videoHeight)
  const size = Math.min(side, largestSquare)
  return {
    x: Math.round((videoWidth - side) / 2),
    y: Math.round((videoHeight - side) / 2),
    width: side,
    height: side,
    downScaledWidth: size,
    downScaledHeight: size,
  }
}

/**
 * Shows the camera and reads codes from it until it is stopped; off while the page is hidden. Sends `camera.granted`,
 * then a `code.read` for each search that finds one; `camera.refused`, `camera.missing` or
 * `camera.barred` at most once.
 */
export function runCamera(view: CameraView, send: (event: ScannerEvent) => void): () => void {
  const { torch } = view
  const video = view.video() ?? document.createElement('video')
  let isOver = false
  let stream: MediaStream | null = null
  let engine: Promise<QrEngine> | null = null

  const turnOff = () => {
    for (const track of stream?.getTracks() ?? []) track.stop()
    stream = null
    video.srcObject = null
    torch.attach(null)
  }
  const stop = () => {
    if (isOver) return
    isOver = true
    document.removeEventListener('visibilitychange', onVisibility)
    turnOff()
    engine?.then((opened) => opened.close()).catch(() => {})
  }
  const fail = (error: unknown) => {
    if (isOver) return
    stop()
    send(failureOf(error))
  }

  const look = async (from: MediaStream) => {
    engine ??= createQrEngine()
    const reader = await engine
    while (!isOver && stream === from) {
      if (video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA) {
        const text = await reader.read(video, middleSquare(video))
        if (text !== null && !isOver && stream === from) send({ type: 'code.read', text })
      }
      await pause(lookEvery)
    }
  }

  const turnOn = async () => {
    if (!navigator.mediaDevices) throw new Error('no camera on an insecure page')
    const opened = await navigator.mediaDevices.getUserMedia(constraints)
    if (isOver || document.hidden || stream) {
      for (const track of opened.getTracks()) track.stop()
      return
    }
    stream = opened
    const [track] = opened.getVideoTracks()
    if (!track) throw new Error('no picture')
    track.onended = () => fail(null)
    torch.attach(track)
    video.srcObject = opened
    await video.play()
    if (stream !== opened) return
    send({ type: 'camera.granted' })
    await look(opened)
  }
  // A play that is cut short by hiding the page or by leaving is no failure.
  const start = () => turnOn().catch((error) => (document.hidden ? turnOff() : fail(error)))

  const onVisibility = () => {
    if (document.hidden) turnOff()
    else if (!stream) start()
  }

  document.addEventListener('visibilitychange', onVisibility)
  start()
  return stop
}
