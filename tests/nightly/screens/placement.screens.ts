import { ok } from '@handsfree/core'
import { type DraftProblem, draftFields, type placementMachine, problemsOf } from '@handsfree/core/booking'
import type { SiteDetail } from '@handsfree/core/contract'
import { policy } from '@handsfree/core/policy'
import { expect, type Page } from '@playwright/test'
import type { SnapshotFrom } from 'xstate'
import { type Moment, startOfTime } from '../../../statecharts/paths/graph.ts'
import { chooseTimes, unfold } from '../../e2e/form-parts.ts'
import { typeIn } from '../../e2e/type-in.ts'
import type { Key } from '../../e2e/words.ts'
import { formAt } from '../../unit/models/form-world.ts'
import { canPhotosChange, photosChanged } from '../../unit/models/photo-world.ts'
import { me, placementModel } from '../../unit/models/placement.model.ts'
import { order, payment, qrSite } from '../../unit/models/samples.ts'
import { photoActs, photoCalls } from './held-photos.ts'
import { type HeldScreens, say, signedIn, type Visit } from './held-screens.ts'

type PlacementSnapshot = SnapshotFrom<typeof placementMachine>

const snapshotOf = ({ snapshot }: Moment) => snapshot as unknown as PlacementSnapshot

const form = '/order/create/desk-1'
const confirmation = '/order/confirm'
const visitor = 'a visitor scans a code'

const destination: SiteDetail = {
  ...qrSite.site,
  siteId: 'site-2',
  name: 'Pudong Airport T2',
  deskQrId: null,
  isClosed: false,
}

/** Of the model's. */
type Facts = {
  hasForm: boolean
  showsErrors: boolean
  photoProblem: string | null
  hasProblems: boolean
  hasAgreed: boolean
}

/** What the machine's guards tell apart; whether the terms were agreed to matters once nothing is missing. */
function keyOf({ facts, snapshot }: Moment): unknown {
  const { hasForm: _, hasAgreed, ...others } = facts as Facts
  const isComplete = others.photoProblem === null && !others.hasProblems
  return [snapshot.value, isComplete && hasAgreed, others]
}

const problemWords = (problem: DraftProblem) =>
  say(`orderForm.problem.${problem}`, { ...policy, deliveryGapHours: 3 })

/** What the traveller reads about what went wrong with the order. */
function alertOf(snapshot: PlacementSnapshot): string[] {
  const { problem } = snapshot.context
  if (snapshot.matches('outcomeUnknown')) return [say('placementProblem.outcomeUnknown')]
  if (!problem || !(snapshot.matches('editing') || snapshot.matches('confirming'))) return []
  if (problem.code !== 'refused') return [say(`placementProblem.${problem.code}`, policy)]
  const key = problem.field ? `placementProblem.field.${problem.field}` : `error.${problem.errorCode}`
  return [say(key as Key)]
}

const pathOf = (page: Page) => new URL(page.url()).pathname
const isAt = (page: Page, path: string) => expect.poll(() => pathOf(page)).toBe(path)

const radio = (page: Page, group: Key, name: string) =>
  page.getByRole('radiogroup', { name: say(group), exact: true }).getByRole('radio', { name, exact: true })

async function chooseDelivery({ page, dialog }: Visit, choice: string): Promise<void> {
  await unfold(page, 'route')
  await page.getByRole('button', { name: /^(Choose|Change) destination$/ }).click()
  const sheet = dialog(say('orderForm.noDelivery'))
  await sheet.getByRole('button', { name: choice }).click()
  await expect(sheet).toBeHidden()
}

async function fillIn(visit: Visit): Promise<void> {
  const { page, field } = visit
  await chooseDelivery(visit, destination.name)
  await chooseTimes(page, say, { pickup: '10:00', delivery: '15:00' })
  await unfold(page, 'receiver')
  await radio(page, 'orderForm.receiver', say('orderForm.receiver.me')).check()
  const name = page.getByRole('textbox', { name: say('orderForm.receiverName'), exact: true })
  if (!(await name.isVisible())) return
  await typeIn(name, me.name)
  await typeIn(field(say('orderForm.receiverPhone')), `+86${me.phoneNumber}`)
}

/** As in another tab of this browser: the pages of signing in have journeys of their own. */
const signInElsewhere = ({ page }: Visit) =>
  page.evaluate((items) => {
    for (const [key, value] of Object.entries(items)) {
      localStorage.setItem(key, JSON.stringify(value))
      dispatchEvent(new StorageEvent('storage', { key, storageArea: localStorage }))
    }
  }, signedIn)

/** Each message once the traveller asked to go on, none before; the bar names the first of them all. */
async function seesProblems({ page }: Visit, moment: Moment): Promise<void> {
  const form = formAt(moment)
  const problems = form ? problemsOf({ ...form, now: () => moment.now }) : {}
  const missing = draftFields.flatMap((field) => problems[field] ?? [])
  const [first] = missing
  const inBar = first
    ? say('orderForm.missing', { first: problemWords(first), others: missing.length - 1 })
    : say('orderForm.complete')
  const main = page.getByRole('main')
  await expect(main.getByRole('button').filter({ hasText: '¥98.00' })).toHaveText(`¥98.00${inBar}`)

  const { showsErrors: isShown } = moment.facts as Facts
  for (const problem of missing) {
    // A photo that failed has a line of its own, whatever was asked for.
    if (problem === 'photosFailed') {
      const reason = say('photoProblem.network')
      await expect(main.getByText(say('photo.failed', { number: 1, reason }))).toBeVisible()
      continue
    }
    const text = problemWords(problem)
    const seen = (isShown ? 1 : 0) + (text === inBar ? 1 : 0)
    await expect(main.getByText(text, { exact: true })).toHaveCount(seen)
  }
}

/** An order in the making, from the code of a site to the payment. */
export const placementScreens: HeldScreens = {
  model: placementModel,
  // An order that waits for its payment shows itself on its own page.
  pages: {
    'a code is scanned': form,
    [visitor]: form,
    'a half-made order': form,
    'a post without an answer': form,
    'the confirmation, reloaded': confirmation,
    'the confirmation, reloaded while posting': confirmation,
  },
  calls: {
    resolveQr: 'GET /sites/qr/desk-1',
    quoteOrder: 'POST /orders/quote',
    submission: 'POST /orders',
    payment: 'POST /payments',
    ...photoCalls,
  },
  answers: {
    'GET /sites': { list: [destination], elsewhere: [], nextCursor: null },
    'GET /files/signed': { url: '/api/files/1', width: 600, height: 800 },
  },
  hasClock: true,
  stored: (start): Record<string, object> => {
    const input = placementModel.starts[start]?.({ now: () => startOfTime, newKey: () => 'key-1' })
    const { restored, hasAccount } = input as { restored: object | null; hasAccount: boolean }
    return { ...(hasAccount ? signedIn : {}), ...(restored ? { orderPreview: restored } : {}) }
  },
  can: (moment, happening, { graph }) => {
    const { kind, type, label } = happening
    const snapshot = snapshotOf(moment)
    const { hasAccount } = snapshot.context
    const filledIn = formAt(moment)
    // A device that sleeps takes its browser along.
    if (kind === 'sleep') return false
    if (type === 'form.changed' && label in photosChanged)
      return (
        (snapshot.matches('editing') || (snapshot.matches('sendingPhotos') && label !== 'none')) &&
        canPhotosChange(filledIn?.photos ?? [], label, hasAccount)
      )
    switch (type) {
      // Somebody who signs in elsewhere is filled in as the receiver, which is no step of this machine.
      case 'account.signedIn':
        return snapshot.matches('awaitingAccount')
      // Signing in starts the upload of held photos.
      case 'order.edit':
        return !(snapshot.matches('sendingPhotos') && moment.world.photos === 'held')
      // Another tab's news: walked by hand, with two tabs.
      case 'draft.found':
      case 'draft.posted':
      case 'form.adopted':
        return false
      case 'form.changed': {
        if (!snapshot.matches('editing')) return false
        // A choice that is made already is no choice.
        const isForMe = filledIn?.draft.receiver.who === 'me'
        if (label === (isForMe ? 'for me' : 'for somebody else')) return false
        // Something is taken away from a draft only when its photos are there; what changes nothing is not walked.
        const { photoProblem } = moment.facts as Facts
        const next = graph.after(moment, happening)
        const { hasProblems } = next.facts as Facts
        const isChanged = JSON.stringify(keyOf(next)) !== JSON.stringify(keyOf(moment))
        return isChanged && (photoProblem === null || !hasProblems)
      }
      default:
        return true
    }
  },
  // Once signed in and priced, a visitor goes on as the others do.
  ends: ({ snapshot }, _, start) =>
    start === visitor && snapshot.context.hasAccount && !snapshot.matches('sendingPhotos'),
  key: keyOf,
  unseen: { arriving: 'It leads on at once.', deciding: 'It leads on at once.' },
  acts: {
    'account.signedIn': signInElsewhere,
    'placement.retry': ({ tap }) => tap(say('common.tryAgain')),
    'form.changed': async (visit, step) => {
      const { page, button } = visit
      const { label } = step.event
      if (label === 'complete') return fillIn(visit)
      if (label === 'incomplete') return chooseDelivery(visit, say('orderForm.useOwnAddress'))
      if (label.startsWith('for ')) {
        await unfold(page, 'receiver')
        const who = label === 'for me' ? 'me' : 'other'
        return radio(page, 'orderForm.receiver', say(`orderForm.receiver.${who}`)).check()
      }
      if (pathOf(page) !== confirmation) await unfold(page, 'bags')
      // Held until the sign-in: it goes by itself.
      else if (label === 'uploading' && !(await button(say('photo.retry', { number: 1 })).isVisible())) return
      await photoActs['photos.changed']?.(visit, step)
    },
    'draft.review': ({ tap }) => tap(say('orderForm.review')),
    'terms.agree': ({ tap }) => tap(say('orderForm.agreeAndContinue')),
    'terms.decline': ({ page }) => page.getByRole('dialog').getByLabel(say('common.close')).click(),
    'order.edit': ({ tap }) => tap(say('common.back')),
    'order.submit': ({ page }) => page.getByRole('main').getByRole('button').last().click(),
    // The child is a machine with tests of its own: here its payment turns out to be paid.
    'xstate.done.actor.payment': ({ answer }) => answer('payment', ok(payment({ state: 'paid' }))),
    'xstate.after.quoteLifetime.placement.confirming': ({ page }) =>
      page.clock.fastForward(policy.quoteMinutes * 60_000),
  },
  states: {
    resolving: ({ page }) => expect(page.getByText(say('common.loading')).first()).toBeAttached(),
    unknownSite: async ({ page, sees, heading }) => {
      const wayOn = page.getByRole('link', { name: say('orderForm.scanAnother') })
      await sees(heading(say('orderForm.unknownSite')), wayOn)
      await isAt(page, form)
    },
    unreachable: async ({ sees, heading, button }) => {
      await sees(heading(say('orderForm.unreachable')))
      await expect(button(say('common.tryAgain'))).toBeEnabled()
    },
    editing: async (visit, moment) => {
      await isAt(visit.page, form)
      await expect(visit.button(say('orderForm.review'))).toBeEnabled()
      await expect(visit.page.getByRole('alert')).toHaveText(alertOf(snapshotOf(moment)))
      await seesProblems(visit, moment)
    },
    agreeingToTerms: ({ sees, dialog }) => sees(dialog(say('orderForm.agreeToTerms'))),
    awaitingAccount: ({ page }) => isAt(page, '/sign/in'),
    sendingPhotos: async ({ page, isBusy }) => {
      await isAt(page, confirmation)
      await isBusy(say('orderConfirm.sendingPhotos'))
    },
    quoting: ({ isBusy }) => isBusy(say('orderForm.quoting')),
    confirming: async ({ page, button }, moment) => {
      await isAt(page, confirmation)
      await expect(button(say('orderConfirm.pay', { amount: '¥98.00' }))).toBeEnabled()
      const news = alertOf(snapshotOf(moment))
      await expect(page.getByRole('main').getByRole('status')).toHaveText(news)
    },
    creating: async ({ page, isBusy }) => {
      await isAt(page, confirmation)
      await isBusy(say('orderConfirm.creating'))
    },
    outcomeUnknown: async ({ page, button }, moment) => {
      await expect(page.getByRole('alert')).toHaveText(alertOf(snapshotOf(moment)))
      await expect(button(say('common.tryAgain'))).toBeEnabled()
    },
    paying: ({ isBusy }) => isBusy(say('payment.opening')),
    placedInOtherTab: ({ sees, heading }) => sees(heading(say('placedInOtherTab.title'))),
    placed: async ({ page }) => {
      await expect(page).toHaveURL(new RegExp(`/order/detail/${order().orderId}\\?t=\\d+$`))
      expect(await page.evaluate(() => localStorage.getItem('orderPreview'))).toBeNull()
    },
  },
}
