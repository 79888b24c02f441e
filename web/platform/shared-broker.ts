import type { BrokerListener } from '@handsfree/core'
import type { ConnectBroker } from './broker.ts'

/** Messages between tabs. `hello` asks a leader whether it is connected. */
type TabMessage =
  | { type: 'hello' }
  | { type: 'open' }
  | { type: 'message'; topic: string; payload: string }
  | { type: 'close' }

export type Tabs = {
  locks: Pick<LockManager, 'request'>
  openChannel: (name: string) => Pick<BroadcastChannel, 'postMessage' | 'onmessage' | 'close'>
}

/**
 * Lets all tabs of a browser share one connection, since the broker disconnects the older of two clients with one id.
 * The tab with the lock leads: it connects and reports to the others. When the leader closes, the lock passes on; a tab
 * that was connected then reports `onClose`, so that its machine reconnects and reads what it may have missed.
 */
export const shareBroker =
  (connect: ConnectBroker, { locks, openChannel }: Tabs): ConnectBroker =>
  (options, listener) => {
    const name = `handsfree.broker.${options.clientId}`
    const channel = openChannel(name)
    const waiting = new AbortController()
    let role: 'follower' | 'leader' | 'over' = 'follower'
    let open = false
    let release = () => {}

    const post = (message: TabMessage) => channel.postMessage(message)
    const finish = () => {
      if (role === 'over') return
      if (role === 'leader') post({ type: 'close' })
      role = 'over'
      waiting.abort()
      channel.close()
      release()
    }
    const close = () => {
      if (role === 'over') return
      finish()
      listener.onClose()
    }
    const reportOpen = () => {
      if (open) return
      open = true
      listener.onOpen()
    }

    channel.onmessage = ({ data }: MessageEvent<TabMessage>) => {
      if (role === 'leader') {
        if (data.type === 'hello' && open) post({ type: 'open' })
      } else if (role === 'follower') {
        if (data.type === 'open') reportOpen()
        else if (data.type === 'message' && open) listener.onMessage(data.topic, data.payload)
        else if (data.type === 'close') close()
      }
    }

    const lead = () =>
      new Promise<void>((resolve) => {
        if (role === 'over') return resolve()
        if (open) {
          resolve()
          return close()
        }
        role = 'leader'
        const forwarding: BrokerListener = {
          onOpen: () => {
            post({ type: 'open' })
            reportOpen()
          },
          onMessage: (topic, payload) => {
            post({ type: 'message', topic, payload })
            listener.onMessage(topic, payload)
          },
          onClose: close,
        }
        const disconnect = connect(options, forwarding)
        release = () => {
          disconnect()
          resolve()
        }
      })

    post({ type: 'hello' })
    // Where locks are forbidden (blocked cookies), the tab connects for itself.
    locks
      .request(name, { signal: waiting.signal }, lead)
      .catch(() => (role === 'follower' ? lead() : undefined))
    return finish
  }
