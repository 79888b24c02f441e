import { createApp, type Platform, placementMachine } from '@handsfree/core'
import { createApiClient } from '@handsfree/core/api'
import { getQrSite, type Order } from '@handsfree/core/contract'
import { createActor, type SnapshotFrom } from 'xstate'

/** Compiled but never run: the package's types must work in a project outside this repository. */
export async function use(platform: Platform): Promise<string> {
  const app = createApp(platform, { baseUrl: '', staticKey: '', brokerScheme: 'wss' })
  const api = createApiClient({
    platform,
    baseUrl: '',
    locale: () => 'zh-CN',
    token: () => null,
    onNotLoggedIn: () => app.auth.send({ type: 'session.ended' }),
  })
  const answer = await api.call(getQrSite, { params: { qrId: 'demo-hotel-desk' } })
  // @ts-expect-error the call needs its QR id
  await api.call(getQrSite, {})
  // @ts-expect-error there is no such event
  app.auth.send({ type: 'order.submit' })
  return answer.ok ? answer.value.site.name : answer.error.kind
}

export const stateOf = (snapshot: SnapshotFrom<typeof placementMachine>): boolean =>
  snapshot.matches('editing')
export const statusOf = (order: Order): Order['status'] => order.status
export const provided = createActor(placementMachine.provide({}), {
  input: {
    qrId: 'demo-hotel-desk',
    restored: null,
    resume: 'editing',
    hasAccount: true,
    now: Date.now,
    newKey: () => '',
    me: () => ({ who: 'me', name: '', dialCode: '86', phoneNumber: '' }),
    isValidPhone: () => true,
    missingConsent: () => null,
  },
})
