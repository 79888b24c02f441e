import type { DeliveryChoice } from '@handsfree/core/booking'
import { getQrSite, type Order, type ReturnChoice } from '@handsfree/core/contract'
import { failureText, formatTime, placeLine } from '@handsfree/core/i18n'
import {
  createOrderReturn,
  headlineText,
  nextStepText,
  type OrderReturnActor,
  returnCostText,
  returnProblemText,
  selectReturnDraft,
  selectReturnOrder,
  selectReturnProblem,
  selectReturnReading,
} from '@handsfree/core/orders'
import { policy } from '@handsfree/core/policy'
import { askOwnAddress, searchPlace } from './delivery.ts'
import {
  askWhile,
  inColumns,
  mayDo,
  offeredChoices,
  type TerminalSession,
  titleOf,
  waitUntil,
} from './terminal-session.ts'

function statusLines({ app, intl, text }: TerminalSession, order: Order): string[] {
  const now = app.clock.now()
  const { returning, currentAddress, scannedTime, timeZone, cityName: city } = order
  const time = scannedTime && formatTime(scannedTime, { intl, now, timeZone, city, inSentence: true })
  const place = returning?.place
  return [
    '',
    headlineText(intl, order, now),
    nextStepText(intl, order, now),
    ...inColumns([
      [text('orderReturn.why'), text('orderReturn.reason', { reason: returning?.reason ?? 'other' })],
      [
        text('orderReturn.now'),
        time ? text('orderReturn.scanned', { place: currentAddress, time }) : currentAddress,
      ],
      [text('orderReturn.to'), place ? `${place.name} ${placeLine(intl, place)}` : ''],
      [text('orderReturn.cost'), returnCostText(intl, order)],
    ]),
  ]
}

/** Asks for one of our sites, or an address in a city that the pickup site serves. */
async function askPlace(session: TerminalSession, order: Order): Promise<DeliveryChoice | null> {
  const { app, intl, text, print, signal } = session
  const from = await app.api.call(getQrSite, { params: { qrId: order.changes?.qrId ?? '' } }, { signal })
  if (!from.ok) {
    print(failureText(intl, from.error))
    return null
  }
  const isOwn = await session.choose(text('orderReturn.findPlace'), [
    { value: false, label: text('siteSearch.keyword') },
    { value: true, label: text('orderForm.useOwnAddress') },
  ])
  if (isOwn) return askOwnAddress(session, from.value)
  const leftOut = [order.delivery.siteId, order.pickup.siteId].filter((siteId) => siteId !== null)
  return searchPlace(session, from.value.site.siteId, leftOut)
}

async function choose(
  session: TerminalSession,
  actor: OrderReturnActor,
  order: Order,
  kind: ReturnChoice['kind'],
) {
  const { text, print } = session
  const names = { from: order.pickup.name, to: order.delivery.name }
  print(text('orderReturn.effect', { ...names, kind, days: policy.returnKeepHours / 24 }))
  actor.send({ type: 'choice.pick', kind })
  if (kind === 'address') {
    const place = await askPlace(session, order)
    if (place) actor.send({ type: 'choice.locate', place })
  }
  if (!mayDo(actor.getSnapshot(), { type: 'choice.send' })) {
    print(text('orderReturn.incomplete'))
    return
  }
  const isSure = await session.choose(text('orderReturn.choice'), [
    { value: true, label: text('orderReturn.send', { kind }) },
    { value: false, label: text('common.back') },
  ])
  if (isSure) actor.send({ type: 'choice.send' })
}

function choicesOf({ text }: TerminalSession, actor: OrderReturnActor) {
  const snapshot = actor.getSnapshot()
  const kinds: ReturnChoice['kind'][] = ['back', 'keep', 'address']
  const { kind: picked } = selectReturnDraft(snapshot)
  const send = {
    value: { type: 'choice.send' } as const,
    label: text('orderReturn.send', { kind: picked ?? 'none' }),
  }
  return [
    ...offeredChoices(snapshot, [
      { value: { type: 'choice.edit' } as const, label: text('orderReturn.change') },
      ...(snapshot.matches('outcomeUnknown') ? [send] : []),
      ...kinds.map((kind) => ({
        value: { type: 'choice.pick', kind } as const,
        label: text('orderReturn.pick', { kind }),
      })),
      { value: { type: 'choice.leave' } as const, label: text('orderReturn.leave') },
    ]),
    { value: null, label: text('common.back') },
  ]
}

export async function chooseReturn(session: TerminalSession, orderId: string): Promise<void> {
  const { app, intl, text, print } = session
  const actor = createOrderReturn(app, orderId)
  actor.start()
  try {
    for (;;) {
      const snapshot = await waitUntil(session, actor, (current) => {
        const reading = selectReturnReading(current)?.getSnapshot()
        return !current.hasTag('busy') && !reading?.hasTag('busy')
      })
      const order = selectReturnOrder(snapshot)
      const problem = selectReturnProblem(snapshot)
      if (problem) print(returnProblemText(intl, problem))
      if (!order || snapshot.matches('over')) {
        print(text('orderReturn.over'), text('orderReturn.overDetail'))
        return
      }
      print(...statusLines(session, order))
      const stage = JSON.stringify([snapshot.value, order.returning])
      const choice = await askWhile(
        session,
        actor,
        (current) => JSON.stringify([current.value, selectReturnOrder(current)?.returning]) === stage,
        async (signal) => ({
          event: await session.choose(
            titleOf(session, snapshot, text('orderReturn.title')),
            choicesOf(session, actor),
            {
              signal,
            },
          ),
        }),
      )
      if (choice === null) continue
      const { event } = choice
      if (event === null) return
      if (event.type === 'choice.pick') await choose(session, actor, order, event.kind)
      else actor.send(event)
    }
  } finally {
    actor.stop()
  }
}
