import type { DeliveryChoice } from '@handsfree/core/booking'
import { getQrSite, type Order, type ReturnChoice } from '@handsfree/core/contract'
import { failureWords, formatTime, placeLine } from '@handsfree/core/i18n'
import {
  createOrderReturn,
  headlineWords,
  nextWords,
  type OrderReturnActor,
  returnCostWords,
  returnProblemWords,
  selectReturnDraft,
  selectReturnOrder,
  selectReturnProblem,
  selectReturnReading,
} from '@handsfree/core/orders'
import { policy } from '@handsfree/core/policy'
import { askOwnAddress, searchPlace } from './delivery.ts'
import { askWhile, inColumns, mayDo, offered, type Step, titleOf, until } from './step.ts'

function facts({ app, intl, words }: Step, order: Order): string[] {
  const now = app.clock.now()
  const { returning, currentAddress, scannedTime, timeZone, cityName: city } = order
  const time = scannedTime && formatTime(scannedTime, { intl, now, timeZone, city, inSentence: true })
  const place = returning?.place
  return [
    '',
    headlineWords(intl, order, now),
    nextWords(intl, order, now),
    ...inColumns([
      [words('orderReturn.why'), words('orderReturn.reason', { reason: returning?.reason ?? 'other' })],
      [
        words('orderReturn.now'),
        time ? words('orderReturn.scanned', { place: currentAddress, time }) : currentAddress,
      ],
      [words('orderReturn.to'), place ? `${place.name} ${placeLine(intl, place)}` : ''],
      [words('orderReturn.cost'), returnCostWords(intl, order)],
    ]),
  ]
}

/** Asks for one of our sites, or an address in a city that the pickup site serves. */
async function askPlace(step: Step, order: Order): Promise<DeliveryChoice | null> {
  const { app, intl, words, tell, signal } = step
  const from = await app.api.call(getQrSite, { params: { qrId: order.changes?.qrId ?? '' } }, { signal })
  if (!from.ok) {
    tell(failureWords(intl, from.error))
    return null
  }
  const isOwn = await step.choose(words('orderReturn.findPlace'), [
    { value: false, label: words('siteSearch.keyword') },
    { value: true, label: words('orderForm.useOwnAddress') },
  ])
  if (isOwn) return askOwnAddress(step, from.value)
  const leftOut = [order.delivery.siteId, order.pickup.siteId].filter((siteId) => siteId !== null)
  return searchPlace(step, from.value.site.siteId, leftOut)
}

async function choose(step: Step, actor: OrderReturnActor, order: Order, kind: ReturnChoice['kind']) {
  const { words, tell } = step
  const names = { from: order.pickup.name, to: order.delivery.name }
  tell(words('orderReturn.effect', { ...names, kind, days: policy.returnKeepHours / 24 }))
  actor.send({ type: 'choice.pick', kind })
  if (kind === 'address') {
    const place = await askPlace(step, order)
    if (place) actor.send({ type: 'choice.locate', place })
  }
  if (!mayDo(actor.getSnapshot(), { type: 'choice.send' })) {
    tell(words('orderReturn.incomplete'))
    return
  }
  const isSure = await step.choose(words('orderReturn.choice'), [
    { value: true, label: words('orderReturn.send', { kind }) },
    { value: false, label: words('common.back') },
  ])
  if (isSure) actor.send({ type: 'choice.send' })
}

function waysOf({ words }: Step, actor: OrderReturnActor) {
  const snapshot = actor.getSnapshot()
  const kinds: ReturnChoice['kind'][] = ['back', 'keep', 'address']
  const { kind: picked } = selectReturnDraft(snapshot)
  const send = {
    value: { type: 'choice.send' } as const,
    label: words('orderReturn.send', { kind: picked ?? 'none' }),
  }
  return [
    ...offered(snapshot, [
      { value: { type: 'choice.edit' } as const, label: words('orderReturn.change') },
      ...(snapshot.matches('outcomeUnknown') ? [send] : []),
      ...kinds.map((kind) => ({
        value: { type: 'choice.pick', kind } as const,
        label: words('orderReturn.pick', { kind }),
      })),
      { value: { type: 'choice.leave' } as const, label: words('orderReturn.leave') },
    ]),
    { value: null, label: words('common.back') },
  ]
}

export async function chooseReturn(step: Step, orderId: string): Promise<void> {
  const { app, intl, words, tell } = step
  const actor = createOrderReturn(app, orderId)
  actor.start()
  try {
    for (;;) {
      const snapshot = await until(step, actor, (current) => {
        const reading = selectReturnReading(current)?.getSnapshot()
        return !current.hasTag('busy') && !reading?.hasTag('busy')
      })
      const order = selectReturnOrder(snapshot)
      const problem = selectReturnProblem(snapshot)
      if (problem) tell(returnProblemWords(intl, problem))
      if (!order || snapshot.matches('over')) {
        tell(words('orderReturn.over'), words('orderReturn.overDetail'))
        return
      }
      tell(...facts(step, order))
      const stage = JSON.stringify([snapshot.value, order.returning])
      const wish = await askWhile(
        step,
        actor,
        (current) => JSON.stringify([current.value, selectReturnOrder(current)?.returning]) === stage,
        async (signal) => ({
          event: await step.choose(titleOf(step, snapshot, words('orderReturn.title')), waysOf(step, actor), {
            signal,
          }),
        }),
      )
      if (wish === null) continue
      const { event } = wish
      if (event === null) return
      if (event.type === 'choice.pick') await choose(step, actor, order, event.kind)
      else actor.send(event)
    }
  } finally {
    actor.stop()
  }
}
