import { ok } from '@handsfree/core'
import { type DraftProblem, draftFields, type placementMachine, problemsOf } from '@handsfree/core/booking'
import type { SiteDetail } from '@handsfree/core/contract'
import { policy } from '@handsfree/core/policy'
import { expect, type Page } from '@playwright/test'
import type { SnapshotFrom } from 'xstate'
import { type ModelState, startOfTime } from '../../../statecharts/paths/graph.ts'
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

const snapshotOf = ({ snapshot }: ModelState) => snapshot as unknown as PlacementSnapshot

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

/** Facts of the model. */
type Facts = {
  hasForm: boolean
  showsErrors: boolean
  photoProblem: string | null
  hasProblems: boolean
  hasAgreed: boolean
}

/** Distinguishes what the machine's guards distinguish. Agreed terms only matter in a complete form. */
function keyOf({ facts, snapshot }: ModelState): unknown {
  const { hasForm: _, hasAgreed, ...others } = facts as Facts
  const isComplete = others.photoProblem === null && !others.hasProblems
  return [snapshot.value, isComplete && hasAgreed, others]
}

const problemWords = (problem: DraftProblem) =>
  say(`orderForm.problem.${problem}`, { ...policy, deliveryGapHours: 3 })

/** The order's alert. */
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

/** Signs in as in another tab, since sign-in pages have their own journeys. */
const signInElsewhere = ({ page }: Visit) =>
  page.evaluate((items) => {
    for (const [key, value] of Object.entries(items)) {
      localStorage.setItem(key, JSON.stringify(value))
      dispatchEvent(new StorageEvent('storage', { key, storageArea: localStorage }))
    }
  }, signedIn)

/** Checks that each message appears only after a review attempt, and that the bar names the first one. */
async function seesProblems({ page }: Visit, state: ModelState): Promise<void> {
  const form = formAt(state)
  const problems = form ? problemsOf({ ...form, now: () => state.now }) : {}
  const missing = draftFields.flatMap((field) => problems[field] ?? [])
  const [first] = missing
  const inBar = first
    ? `${say('orderForm.missing', { first: problemWords(first), others: missing.length - 1 })} ${say('orderForm.goToMissing', { count: missing.length })}`
    : say('orderForm.complete')
  const main = page.getByRole('main')
  await expect(main.getByRole('button').filter({ hasText: '¥98.00' })).toHaveText(`¥98.00${inBar}`)

  const { showsErrors: isShown } = state.facts as Facts
  for (const problem of missing) {
    // A failed photo has its own message, independent of the review.
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

/** An order from a site's code to the payment. */
export const placementScreens: HeldScreens = {
  model: placementModel,
  // An unpaid order is shown on its own page.
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
  can: (state, event, { graph }) => {
    const { kind, type, label } = event
    const snapshot = snapshotOf(state)
    const { hasAccount } = snapshot.context
    const formContext = formAt(state)
    // A sleeping device suspends the browser too.
    if (kind === 'sleep') return false
    if (type === 'form.changed' && label in photosChanged)
      return (
        (snapshot.matches('editing') || (snapshot.matches('sendingPhotos') && label !== 'none')) &&
        canPhotosChange(formContext?.photos ?? [], label, hasAccount)
      )
    switch (type) {
      // Signing in elsewhere also fills in the receiver, which isn't a step of this machine.
      case 'account.signedIn':
        return snapshot.matches('awaitingAccount')
      // Signing in starts the upload of held photos.
      case 'order.edit':
        return !(snapshot.matches('sendingPhotos') && state.world.photos === 'held')
      // Another tab's news: walked by hand, with two tabs.
      case 'draft.found':
      case 'draft.posted':
      case 'form.adopted':
        return false
      case 'form.changed': {
        if (!snapshot.matches('editing')) return false
        // Choosing the current value isn't a change.
        const isForMe = formContext?.draft.receiver.who === 'me'
        if (label === (isForMe ? 'for me' : 'for somebody else')) return false
        // Fields are removed only from drafts with photos, and changes without an effect are skipped.
        const { photoProblem } = state.facts as Facts
        const next = graph.after(state, event)
        const { hasProblems } = next.facts as Facts
        const isChanged = JSON.stringify(keyOf(next)) !== JSON.stringify(keyOf(state))
        return isChanged && (photoProblem === null || !hasProblems)
      }
      default:
        return true
    }
  },
  // A visitor who has signed in and has a price continues like other starts.
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
      // The upload is held until sign-in, and then starts without a step.
      else if (label === 'uploading' && !(await button(say('photo.retry', { number: 1 })).isVisible())) return
      await photoActs['photos.changed']?.(visit, step)
    },
    'draft.review': ({ tap }) => tap(say('orderForm.review')),
    'terms.agree': ({ tap }) => tap(say('orderForm.agreeAndContinue')),
    'terms.decline': ({ page }) => page.getByRole('dialog').getByLabel(say('common.close')).click(),
    'order.edit': ({ tap }) => tap(say('common.back')),
    'order.submit': ({ page }) => page.getByRole('main').getByRole('button').last().click(),
    // The child machine has its own tests; here its payment turns out to be paid.
    'xstate.done.actor.payment': ({ answer }) => answer('payment', ok(payment({ state: 'paid' }))),
    'xstate.after.quoteLifetime.placement.confirming': ({ page }) =>
      page.clock.fastForward(policy.quoteMinutes * 60_000),
  },
  states: {
    resolving: ({ page }) => expect(page.getByText(say('common.loading')).first()).toBeAttached(),
    unknownSite: async ({ page, expectVisible, heading }) => {
      const wayOn = page.getByRole('link', { name: say('orderForm.scanAnother') })
      await expectVisible(heading(say('orderForm.unknownSite')), wayOn)
      await isAt(page, form)
    },
    unreachable: async ({ expectVisible, heading, button }) => {
      await expectVisible(heading(say('orderForm.unreachable')))
      await expect(button(say('common.tryAgain'))).toBeEnabled()
    },
    editing: async (visit, state) => {
      await isAt(visit.page, form)
      await expect(visit.button(say('orderForm.review'))).toBeEnabled()
      await expect(visit.page.getByRole('alert')).toHaveText(alertOf(snapshotOf(state)))
      await seesProblems(visit, state)
    },
    agreeingToTerms: ({ expectVisible, dialog }) => expectVisible(dialog(say('orderForm.agreeToTerms'))),
    awaitingAccount: ({ page }) => isAt(page, '/sign/in'),
    sendingPhotos: async ({ page, expectBusy }) => {
      await isAt(page, confirmation)
      await expectBusy(say('orderConfirm.sendingPhotos'))
    },
    quoting: ({ expectBusy }) => expectBusy(say('orderForm.quoting')),
    confirming: async ({ page, button }, state) => {
      await isAt(page, confirmation)
      await expect(button(say('orderConfirm.pay', { amount: '¥98.00' }))).toBeEnabled()
      const news = alertOf(snapshotOf(state))
      await expect(page.getByRole('main').getByRole('status')).toHaveText(news)
    },
    creating: async ({ page, expectBusy }) => {
      await isAt(page, confirmation)
      await expectBusy(say('orderConfirm.creating'))
    },
    outcomeUnknown: async ({ page, button }, state) => {
      await expect(page.getByRole('alert')).toHaveText(alertOf(snapshotOf(state)))
      await expect(button(say('common.tryAgain'))).toBeEnabled()
    },
    paying: ({ expectBusy }) => expectBusy(say('payment.opening')),
    placedInOtherTab: ({ expectVisible, heading }) => expectVisible(heading(say('placedInOtherTab.title'))),
    placed: async ({ page }) => {
      await expect(page).toHaveURL(new RegExp(`/order/detail/${order().orderId}\\?t=\\d+$`))
      expect(await page.evaluate(() => localStorage.getItem('orderPreview'))).toBeNull()
    },
  },
}
