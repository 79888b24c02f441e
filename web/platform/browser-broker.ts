import { type ConnectBroker, createConnectBroker } from './broker.ts'
import { clock } from './clock.ts'
import { shareBroker } from './shared-broker.ts'

const connect = createConnectBroker()

/** One connection for all tabs. Locks exist on secure origins only; elsewhere each tab connects for itself. */
export const connectBroker: ConnectBroker =
  'locks' in navigator
    ? shareBroker(connect, {
        locks: navigator.locks,
        openChannel: (name) => new BroadcastChannel(name),
        clock,
      })
    : connect
