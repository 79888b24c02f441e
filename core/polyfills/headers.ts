import { Headers } from 'headers-polyfill'

const world = globalThis as { Headers?: unknown }
world.Headers ??= Headers
