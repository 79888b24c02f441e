import { AbortController, AbortSignal } from 'abortcontroller-polyfill/dist/cjs-ponyfill.js'

const world = globalThis as { AbortController?: unknown; AbortSignal?: unknown }
world.AbortController ??= AbortController
world.AbortSignal ??= AbortSignal
