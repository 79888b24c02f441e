import type { ConnectBroker } from './broker.ts'

/** Connects with code that loads when it is first needed; when it does not load, the connection counts as closed. */
export const deferBroker =
  (load: () => Promise<ConnectBroker>): ConnectBroker =>
  (options, listener) => {
    let stop = () => {}
    let over = false
    load().then(
      (connect) => {
        if (!over) stop = connect(options, listener)
      },
      () => over || listener.onClose(),
    )
    return () => {
      over = true
      stop()
    }
  }
