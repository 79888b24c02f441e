import type { Platform } from '@handsfree/core'
import { type ConnectBroker, createConnectBroker } from './broker.ts'
import { shareBroker } from './shared-broker.ts'

/** Shares one connection between tabs. Without locks (insecure origins), each tab connects. */
export const connectBrokerOn = (clock: Platform['clock']): ConnectBroker => {
  const connect = createConnectBroker()
  if (!('locks' in navigator)) return connect
  const openChannel = (name: string) => new BroadcastChannel(name)
  return shareBroker(connect, { locks: navigator.locks, openChannel, clock })
}
