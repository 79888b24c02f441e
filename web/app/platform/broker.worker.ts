import type { BrokerOptions } from '@handsfree/core'
import mqtt from 'mqtt'
import { createConnectBroker } from './broker.ts'
import type { BrokerNews } from './worker-broker.ts'

const connect = createConnectBroker(async (url, options) => mqtt.connect(url, options))
const post = (news: BrokerNews) => self.postMessage(news)

self.onmessage = ({ data }: MessageEvent<BrokerOptions>) =>
  connect(data, {
    onOpen: () => post({ type: 'open' }),
    onMessage: (topic, payload) => post({ type: 'message', topic, payload }),
    onClose: () => post({ type: 'close' }),
  })
