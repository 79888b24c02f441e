import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const entry = '\0/lean-mqtt'
const stub = '\0lean-mqtt:'
const part = (name: string) =>
  JSON.stringify(fileURLToPath(new URL(`../web/platform/mqtt-parts/${name}.ts`, import.meta.url)))

/** MQTT.js as its sources are, on a WebSocket of our own. */
const client = `
import client from 'mqtt/lib/client'
import { Line } from ${part('line')}
const MqttClient = client.default ?? client
export const connect = (url, options) => new MqttClient(() => new Line(url), options)
export default { connect }
`

/** Replacements of modules that the sources import. */
const stubs: Record<string, string> = {
  'readable-stream': `export * from ${part('streams')}`,
  events: `export { EventEmitter, EventEmitter as default } from ${part('events')}`,
  // The packets of version 3.1.1 without a will and with QoS 0, which are all that the app needs of them.
  'mqtt-packet': `import * as packets from ${part('packets')}\nexport default packets`,
  'rfdc/default': 'module.exports = structuredClone',
  debug: 'module.exports = () => () => {}',
  // Topic aliases and authentication of version 5.
  './topic-alias-recv': 'module.exports = {}',
  '../topic-alias-send': 'module.exports = {}',
  './auth': 'module.exports = {}',
  // Messages with QoS 0, timers of the page.
  './publish': `module.exports = (client, packet, done) => {
    client.emit('message', packet.topic, packet.payload, packet)
    done()
  }`,
  './pubrel': 'module.exports = {}',
  './is-browser': 'module.exports = {}',
  './get-timer':
    'module.exports = () => ({ set: setInterval.bind(globalThis), clear: clearInterval.bind(globalThis) })',
  package: 'module.exports = {}',
}

const isOfMqtt = (id: string): boolean =>
  id.startsWith(entry) || /[\\/]node_modules[\\/](?:mqtt|mqtt-packet)[\\/]/.test(id)

/** A line that only writes into MQTT.js's log: a third of its bytes. */
const logLine = /^(\s*)(?:this\.log|client\.log|this\.client\['log'\]|debug)\(.*\);?$/gm

/** What only a client of version 5 does. */
const version5 = /(?<!\w)(?:(?:this\.|client\.)?options\.protocolVersion|version) === 5\b/g
/** Methods of the client that nobody calls: the app subscribes and ends. */
const uncalled =
  /^ {4}(?:publish|unsubscribe|(?:publish|subscribe|unsubscribe|end)Async|removeOutgoingMessage|getLastMessageId)\(.*\{\n(?:(?! {4}\}).*\n)* {4}\}\n/gm
/** Reasons that only version 5 gives. */
const reasons5 = /^ {4}1(?:29|[3-6]\d): '.*',\n/gm

/**
 * Builds MQTT.js from its sources instead of its browser bundle, which is four times as large: without the streams,
 * buffers and log of Node, of which a browser's connection over WebSocket needs a few lines. In development the bundle
 * is used.
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
    return importer === entry ? this.resolve(source, undefined, { skipSelf: true }) : null
  },
  load: (id) => (id === entry ? client : id.startsWith(stub) ? stubs[id.slice(stub.length)] : null),
  transform(code, id) {
    if (!isOfMqtt(id) || id === entry) return null
    const quiet = code
      .replace(logLine, '$1;')
      .replace(version5, 'false')
      .replace(uncalled, '')
      .replace(reasons5, '')
    // A page has no global of this name.
    const named = quiet
      .replaceAll('process?.nextTick', 'globalThis.queueMicrotask')
      .replaceAll('process.nextTick', 'queueMicrotask')
    return { code: named, map: null }
  },
})
