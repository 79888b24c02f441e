import type { Plugin } from 'vite'

const entry = '\0/lean-mqtt'
const stub = '\0lean-mqtt:'

/** MQTT.js as its sources are, with the one transport that a browser has. */
const client = `
import client from 'mqtt/lib/client'
import transport from 'mqtt/lib/connect/ws'
const MqttClient = client.default ?? client
export const connect = (url, options) => {
  const { protocol, hostname, port, pathname: path } = new URL(url)
  const all = { ...options, protocol: protocol.slice(0, -1), hostname, path, ...(port && { port: Number(port) }) }
  return new MqttClient((opened) => transport.browserStreamBuilder(opened, all), all)
}
export default { connect }
`

const streams = 'readable-stream/lib/internal/streams'
/** What stands in for a module that the sources import. */
const stubs: Record<string, string> = {
  // The package's own entry also adds operators and promises.
  'readable-stream': `
const { Buffer } = require('buffer')
const { Stream } = require('${streams}/legacy.js')
Stream._isUint8Array = (value) => value instanceof Uint8Array
Stream._uint8ArrayToBuffer = (chunk) => Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
exports.Readable = require('${streams}/readable.js')
exports.Writable = require('${streams}/writable.js')
exports.Duplex = require('${streams}/duplex.js')
exports.Transform = require('${streams}/transform.js')
`,
  'abort-controller': 'module.exports = { AbortController, AbortSignal }',
  process:
    'module.exports = { nextTick: (then, ...values) => queueMicrotask(() => then(...values)), env: {} }',
  debug: 'module.exports = () => Object.assign(() => {}, { enabled: false })',
  // Sockets of Node, timers in a worker, topic aliases of version 5.
  ws: 'module.exports = {}',
  'worker-timers': 'module.exports = {}',
  'lru-cache': 'module.exports = {}',
  package: 'module.exports = {}',
}
/** Modules of Node that are packages too. */
const builtins = ['buffer', 'events', 'string_decoder']

const isOfMqtt = (id: string): boolean =>
  id.startsWith(entry) ||
  /[\\/]node_modules[\\/](?:mqtt|mqtt-packet|bl|readable-stream|string_decoder|process-nextick-args)[\\/]/.test(
    id,
  )

/**
 * Builds MQTT.js from its sources instead of its browser bundle, which is twice as large: without the transports,
 * timers and parts of the streams that a browser's connection over WebSocket never uses. In development the bundle is
 * used.
 */
export const leanMqtt = (): Plugin => ({
  name: 'lean-mqtt',
  apply: 'build',
  enforce: 'pre',
  async resolveId(source, importer) {
    if (source === 'mqtt') return entry
    if (!importer || !isOfMqtt(importer)) return null
    const name = source.replace(/\/$/, '').replace('../../package.json', 'package')
    if (name in stubs) return `${stub}${name}`
    if (builtins.includes(name))
      return this.resolve(`${name}/`, importer.startsWith('\0') ? undefined : importer, { skipSelf: true })
    if (!importer.startsWith(stub)) return null
    return this.resolve(source, undefined, { skipSelf: true })
  },
  load: (id) => (id === entry ? client : id.startsWith(stub) ? stubs[id.slice(stub.length)] : null),
  // A page has no global of this name.
  transform: (code, id) =>
    isOfMqtt(id) && /(?<![.\w])process\b[?.]/.test(code) && !/(?:const|var) process\b/.test(code)
      ? { code: `var process = require('process');${code}`, map: null }
      : null,
})
