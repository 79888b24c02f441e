import type { Platform } from '@handsfree/core'
import { type SharedLineEvent, sharedLineMachine, type TabMessage } from '@handsfree/core/realtime'
import { createActor, fromCallback } from 'xstate'
import type { ConnectBroker } from './broker.ts'

export type SharedBrokerOptions = {
  locks: Pick<LockManager, 'request'>
  openChannel: (name: string) => Pick<BroadcastChannel, 'postMessage' | 'onmessage' | 'close'>
  clock: Platform['clock']
}

/** Tabs of two releases may share the channel, so the message format must not change. */
const openChannelOf = (openChannel: SharedBrokerOptions['openChannel'], name: string) =>
  fromCallback<TabMessage>(({ sendBack, receive }) => {
    const channel = openChannel(name)
    channel.onmessage = ({ data }: MessageEvent<TabMessage>) =>
      sendBack({ ...data, type: `tab.${data.type}` })
    receive((message) => channel.postMessage(message))
    channel.postMessage({ type: 'hello' } satisfies TabMessage)
    return () => channel.close()
  })

/** If locks are blocked (blocked cookies), the tab connects itself. */
const waitForLead = (locks: SharedBrokerOptions['locks'], name: string) =>
  fromCallback<SharedLineEvent>(({ sendBack }) => {
    const lockAbort = new AbortController()
    let release = () => {}
    const lead = () => sendBack({ type: 'lead.granted' } satisfies SharedLineEvent)
    const hold = () =>
      new Promise<void>((resolve) => {
        release = resolve
        if (lockAbort.signal.aborted) resolve()
        else lead()
      })
    locks.request(name, { signal: lockAbort.signal }, hold).catch(lead)
    return () => {
      lockAbort.abort()
      release()
    }
  })

export const shareBroker =
  (connect: ConnectBroker, { locks, openChannel, clock }: SharedBrokerOptions): ConnectBroker =>
  (options, listener) => {
    const name = `handsfree.broker.${options.clientId}`
    const line = createActor(
      sharedLineMachine.provide({
        actors: {
          channel: openChannelOf(openChannel, name),
          lead: waitForLead(locks, name),
          socket: fromCallback<SharedLineEvent>(({ sendBack }) =>
            connect(options, {
              onOpen: () => sendBack({ type: 'socket.opened' }),
              onMessage: (topic, payload) => sendBack({ type: 'socket.heard', topic, payload }),
              onClose: () => sendBack({ type: 'socket.closed' }),
            }),
          ),
        },
      }),
      { clock },
    )
    line.on('line.opened', () => listener.onOpen())
    line.on('line.heard', ({ topic, payload }) => listener.onMessage(topic, payload))
    line.on('line.closed', () => listener.onClose())
    line.start()
    return () => {
      if (line.getSnapshot().status === 'active') line.send({ type: 'line.leave' })
    }
  }
