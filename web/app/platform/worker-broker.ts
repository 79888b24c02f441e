import type { ConnectBroker } from './broker.ts'

/** From the worker of a connection to its page. */
export type BrokerNews =
  | { type: 'open' }
  | { type: 'message'; topic: string; payload: string }
  | { type: 'close' }

const openWorker = () => new Worker(new URL('./broker.worker.ts', import.meta.url), { type: 'module' })

/**
 * Connects in a worker, because starting MQTT.js blocks a phone's page for a quarter of a second. A worker that can't
 * start closes the connection, and the page then only reads again by its timers.
 */
export const createWorkerBroker =
  (open: () => Worker = openWorker): ConnectBroker =>
  (options, listener) => {
    const worker = open()
    let isOver = false
    const stop = () => {
      isOver = true
      worker.terminate()
    }
    const close = () => {
      if (isOver) return
      stop()
      listener.onClose()
    }
    worker.onerror = close
    worker.onmessage = ({ data }: MessageEvent<BrokerNews>) => {
      if (isOver) return
      if (data.type === 'open') listener.onOpen()
      else if (data.type === 'message') listener.onMessage(data.topic, data.payload)
      else close()
    }
    worker.postMessage(options)
    return stop
  }
