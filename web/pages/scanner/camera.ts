import {
  type CameraBarrier,
  type CameraEvent,
  CameraFailed,
  type CameraStream,
  cameraMachine,
  isOwnAddress,
  pickScanned,
} from '@handsfree/core/scanner'
import { fromCallback, fromPromise } from 'xstate'
import { createQrEngine, partsOf, type QrEngine } from './engine.ts'
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

/** The square in the middle of the picture: a code outside of the cut-out counts too. */
function middleSquare({ videoWidth, videoHeight }: HTMLVideoElement) {
  const side = Math.min(videoWidth, videoHeight)
  return {
    x: Math.round((videoWidth - side) / 2),
    y: Math.round((videoHeight - side) / 2),
    width: side,
    height: side,
  }
}

/**
 * The text of the code in the picture, of several that of ours; null without one. Where the whole square shows none, one
 * part of it is searched, another at each look; where it shows another's, all of them.
 */
async function readVideo(reader: QrEngine, video: HTMLVideoElement, look: number): Promise<string | null> {
  const ownHost = location.host
  const square = middleSquare(video)
  const texts = await reader.read(video, square, largestSquare)
  const parts = partsOf(square)
  const searched = texts.length === 0 ? parts.slice(look % parts.length).slice(0, 1) : parts
  for (const part of searched) {
    if (texts.some((text) => isOwnAddress(text, ownHost))) break
    texts.push(...(await reader.read(video, part, largestSquare)))
  }
  return pickScanned(texts, ownHost)
}

const watchPage = fromCallback<CameraEvent>(({ sendBack }) => {
  const sendVisibility = () => sendBack({ type: document.hidden ? 'page.hidden' : 'page.shown' })
  document.addEventListener('visibilitychange', sendVisibility)
  if (document.hidden) sendVisibility()
  return () => document.removeEventListener('visibilitychange', sendVisibility)
})

const turnOff = (stream: MediaStream) => {
  for (const track of stream.getTracks()) track.stop()
}

const barrierOf = (error: unknown): CameraBarrier => {
  if (!window.isSecureContext) return 'barred'
  const refusals = ['NotAllowedError', 'SecurityError']
  return error instanceof DOMException && refusals.includes(error.name) ? 'refused' : 'missing'
}

const openCamera = fromPromise<CameraStream>(async ({ signal }) => {
  try {
    const stream = await navigator.mediaDevices.getUserMedia(constraints)
    if (signal.aborted) turnOff(stream)
    return stream
  } catch (error) {
    throw new CameraFailed(barrierOf(error))
  }
})

/** Shows the picture and looks for codes in it until it is stopped, which turns the camera and its light off. */
const readCodes = ({ video: videoOf, torch }: CameraView) =>
  fromCallback<CameraEvent, { stream: CameraStream | null }>(({ input, sendBack }) => {
    const stream = input.stream as MediaStream
    const video = videoOf() ?? document.createElement('video')
    let isOver = false
    const look = async () => {
      const [track] = stream.getVideoTracks()
      if (!track) throw new CameraFailed('missing')
      track.onended = () => sendBack({ type: 'picture.lost' })
      torch.attach(track)
      video.srcObject = stream
      await video.play()
      sendBack({ type: 'picture.shown' })
      const reader = await createQrEngine()
      try {
        for (let looks = 0; !isOver; looks++) {
          if (video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA) {
            const text = await readVideo(reader, video, looks)
            if (text !== null) sendBack({ type: 'code.seen', text })
          }
          await pause(lookEvery)
        }
      } finally {
        reader.close()
      }
    }
    // A play that is cut short by hiding the page is no failure.
    look().catch(() => sendBack({ type: document.hidden ? 'page.hidden' : 'picture.lost' }))
    return () => {
      isOver = true
      turnOff(stream)
      video.srcObject = null
      torch.attach(null)
    }
  })

/** This device's camera. */
export const cameraOf = (view: CameraView) =>
  cameraMachine.provide({ actors: { watchPage, openCamera, readCodes: readCodes(view) } })
