import {
  type CameraBarrier,
  CameraError,
  type CameraEvent,
  type CameraStream,
  cameraMachine,
} from '@handsfree/core/scanner'
import { fromCallback, fromPromise } from 'xstate'
import { createQrEngine, type QrEngine, regionsOf } from './engine.ts'
import type { Torch } from './torch.ts'

/** Chooses one of the codes in a picture. */
export type CodeChoice = {
  /** Stops the search. */
  isWanted: (text: string) => boolean
  /** The best of several; null if empty. */
  pick: (texts: readonly string[]) => string | null
}

export type CameraView = { video: () => HTMLVideoElement | null; torch: Torch }

/** Rear camera; 720p resolves a code at arm's length. */
const constraints: MediaStreamConstraints = {
  audio: false,
  video: { facingMode: { ideal: 'environment' }, width: { ideal: 1280 }, height: { ideal: 720 } },
}

/** Longest edge of the searched square, px. */
const maxSquarePx = 800
/** Milliseconds between searches. */
const scanIntervalMs = 120

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** A centred square. Codes outside of the cut-out are read too. */
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
 * Prefers wanted codes; null without a code. If the square's search fails, searches one of its parts per call. After a
 * foreign code, searches all parts.
 */
async function readVideo(
  reader: QrEngine,
  video: HTMLVideoElement,
  { isWanted, pick }: CodeChoice,
  attempt: number,
): Promise<string | null> {
  const square = middleSquare(video)
  const texts = await reader.read(video, square, maxSquarePx)
  const parts = regionsOf(square)
  const searched = texts.length === 0 ? parts.slice(attempt % parts.length).slice(0, 1) : parts
  for (const part of searched) {
    if (texts.some(isWanted)) break
    texts.push(...(await reader.read(video, part, maxSquarePx)))
  }
  return pick(texts)
}

const watchPage = fromCallback<CameraEvent>(({ sendBack }) => {
  const sendVisibility = () => sendBack({ type: document.hidden ? 'page.hidden' : 'page.shown' })
  document.addEventListener('visibilitychange', sendVisibility)
  if (document.hidden) sendVisibility()
  return () => document.removeEventListener('visibilitychange', sendVisibility)
})

const stopStream = (stream: MediaStream) => {
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
    if (signal.aborted) stopStream(stream)
    return stream
  } catch (error) {
    throw new CameraError(barrierOf(error))
  }
})

const readCodes = ({ video: videoOf, torch }: CameraView, choice: CodeChoice) =>
  fromCallback<CameraEvent, { stream: CameraStream | null }>(({ input, sendBack }) => {
    const stream = input.stream as MediaStream
    const video = videoOf() ?? document.createElement('video')
    let isOver = false
    const scanVideo = async () => {
      const [track] = stream.getVideoTracks()
      if (!track) throw new CameraError('missing')
      track.onended = () => sendBack({ type: 'picture.lost' })
      torch.attach(track)
      video.srcObject = stream
      await video.play()
      sendBack({ type: 'picture.shown' })
      const reader = await createQrEngine()
      try {
        for (let looks = 0; !isOver; looks++) {
          if (video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA) {
            const text = await readVideo(reader, video, choice, looks)
            if (text !== null) sendBack({ type: 'code.seen', text })
          }
          await pause(scanIntervalMs)
        }
      } finally {
        reader.close()
      }
    }
    // Hiding the page aborts `play()`, which isn't an error.
    scanVideo().catch(() => sendBack({ type: document.hidden ? 'page.hidden' : 'picture.lost' }))
    return () => {
      isOver = true
      stopStream(stream)
      video.srcObject = null
      torch.attach(null)
    }
  })

export const cameraOf = (view: CameraView, choice: CodeChoice) =>
  cameraMachine.provide({ actors: { watchPage, openCamera, readCodes: readCodes(view, choice) } })
