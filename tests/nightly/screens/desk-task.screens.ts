import type { SiteDay } from '@handsfree/core/contract'
import { siteDayPath } from '@handsfree/core/crew'
import { expect } from '@playwright/test'
import { typeIn } from '../../e2e/type-in.ts'
import { deskTaskModel } from '../../unit/models/desk-task.model.ts'
import { deskAnswers, signedInDesk } from './crew-visit.ts'
import { type HeldScreens, say, type Visit } from './held-screens.ts'

const siteId = 'lakeside-garden-hotel'

const day: SiteDay = {
  siteId,
  name: 'Hongqiao Railway Station',
  timeZone: 'Asia/Shanghai',
  utcOffset: 480,
  isClosed: false,
  reason: null,
  orders: [],
}

const form = ({ page }: Visit) => page.getByRole('dialog')
const submit = (visit: Visit) => form(visit).locator('button[type=submit]')

/** A desk closes its site for today. */
export const deskTaskScreens: HeldScreens = {
  model: deskTaskModel,
  pages: { 'a closed day': siteDayPath(siteId) },
  calls: { sendTask: `POST /operator/sites/${siteId}/close-today` },
  sentFor: () => day,
  answers: {
    ...deskAnswers,
    [`GET /operator/sites/${siteId}/today`]: day,
    'GET /operator/orders': { list: [], nextCursor: null },
    'GET /operator/prepared-orders': [],
  },
  stored: () => signedInDesk,
  appearance: ({ snapshot: { value, context } }) => [value, context.text, JSON.stringify(context.problem)],
  acts: {
    'task.open': ({ tap }) => tap(say('crewSiteDay.close')),
    'task.change': (visit, { event }) =>
      typeIn(form(visit).getByLabel(say('crewAct.reason'), { exact: true }), event.event.text),
    'task.send': (visit) => submit(visit).click(),
    'task.drop': ({ tap }) => tap(say('common.close')),
  },
  states: {
    closed: (visit) => expect(form(visit)).toHaveCount(0),
    entering: async (visit, { snapshot }) => {
      await expect(submit(visit)).toBeEnabled({ enabled: snapshot.can({ type: 'task.send' }) })
      await expect(form(visit).getByRole('alert')).toHaveCount(snapshot.context.problem ? 1 : 0)
    },
    sending: (visit) => expect(submit(visit)).toHaveAttribute('aria-busy', 'true'),
  },
}
