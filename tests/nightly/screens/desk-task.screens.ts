import type { SiteDay } from '@handsfree/core/contract'
import { type DeskTaskInput, siteDayPath } from '@handsfree/core/crew'
import { expect } from '@playwright/test'
import { typeIn } from '../../e2e/type-in.ts'
import { deskTaskModel } from '../../unit/models/desk-task.model.ts'
import { operatorOrder } from '../../unit/models/samples.ts'
import { deskAnswers, signedInDesk } from './crew-visit.ts'
import { type HeldScreens, say, type Visit } from './held-screens.ts'

const siteId = 'lakeside-garden-hotel'
const bags = ['HF1001', 'HF1002'].map((tagCode, index) => ({
  tagCode,
  sealNumber: `S100${index}`,
  photos: [],
  isHanded: false,
  shelf: 'A1',
}))
const { lifecycle, pickup, delivery } = operatorOrder()
const taken = { ...lifecycle, pickup: 'pickuped', assignment: 'accepted' } as const
const stored = operatorOrder({
  bags,
  delivery: { ...delivery, siteId },
  lifecycle: { ...taken, warehouse: 'completed' },
})
const collected = operatorOrder({
  orderId: 'order-2',
  bags,
  pickup: { ...pickup, siteId },
  lifecycle: taken,
  courier: { name: 'Chen', phone: '', plate: '沪A·0731' },
})

const day: SiteDay = {
  siteId,
  name: 'Hongqiao Railway Station',
  timeZone: 'Asia/Shanghai',
  utcOffset: 480,
  isClosed: false,
  reason: null,
  orders: [],
}

const titles: Record<string, string> = {
  'a shelf': say('crewShelf.move'),
  'a pickup': say('crewPickupConfirm.open'),
  'a closed day': say('crewSiteDay.close'),
}
const startOf = ({ needsTags, needsText }: DeskTaskInput): string => {
  if (!needsTags) return 'a closed day'
  return needsText ? 'a shelf' : 'a pickup'
}
const submits = [say('crewShelf.submit'), say('crewPickupConfirm.submit'), say('crewSiteDay.close')]
const form = ({ page }: Visit) => page.getByRole('dialog')
const submit = (visit: Visit) => form(visit).locator('button[type=submit]')

/** A desk moves stored bags and confirms collected ones. */
export const deskTaskScreens: HeldScreens = {
  model: deskTaskModel,
  pages: {
    'a shelf': '/crew/orders/order-1',
    'a pickup': '/crew/orders/order-2',
    'a closed day': siteDayPath(siteId),
  },
  calls: {
    sendTask: [
      'POST /operator/orders/order-1/shelf',
      'POST /operator/orders/order-2/pickup-confirm',
      `POST /operator/sites/${siteId}/close-today`,
    ],
  },
  answers: {
    ...deskAnswers,
    'GET /operator/orders/order-1': stored,
    'GET /operator/orders/order-2': collected,
    [`GET /operator/sites/${siteId}/today`]: day,
    'GET /operator/orders': { list: [], nextCursor: null },
    'GET /operator/prepared-orders': [],
  },
  stored: () => signedInDesk,
  can: ({ snapshot }, { type, label }) => {
    if (type !== 'task.change') return true
    const { needsTags, needsText } = snapshot.context
    return (label === 'no tag' && needsTags) || (label === 'a shelf' && needsText)
  },
  appearance: ({ snapshot: { value, context } }) => [
    value,
    context.entry.tagCodes.length,
    context.entry.text,
    JSON.stringify(context.problem),
  ],
  acts: {
    'task.open': ({ tap }, { state }) => tap(titles[startOf(state.snapshot.context)]!),
    'task.change': async (visit, { event, state }) => {
      const { text, tagCodes } = event.event.entry
      if (text !== undefined)
        await typeIn(
          form(visit).getByLabel(say(state.snapshot.context.needsTags ? 'crewShelf.new' : 'crewAct.reason'), {
            exact: true,
          }),
          text,
        )
      if (tagCodes === undefined) return
      for (const box of await form(visit).getByRole('checkbox').all()) await box.uncheck()
    },
    'task.send': (visit) => submit(visit).click(),
    'task.drop': ({ tap }) => tap(say('common.close')),
  },
  states: {
    closed: (visit) => expect(form(visit)).toHaveCount(0),
    entering: async (visit, { snapshot }) => {
      await expect(submit(visit)).toBeEnabled({ enabled: snapshot.can({ type: 'task.send' }) })
      await expect(form(visit).getByRole('alert')).toHaveCount(snapshot.context.problem ? 1 : 0)
    },
    sending: (visit) =>
      expect(
        form(visit)
          .locator('[aria-busy=true]')
          .filter({ hasText: new RegExp(submits.join('|')) }),
      ).toHaveCount(1),
  },
}
