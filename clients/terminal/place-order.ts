import {
  draftProblemWords,
  openPlacement,
  type PlacementActor,
  placementProblemWords,
  selectDraftForm,
  selectPaymentChild,
  selectPlacementIsBusy,
  selectPlacementProblem,
  selectRoute,
  selectShownProblems,
} from '@handsfree/core/booking'
import { getQrSite } from '@handsfree/core/contract'
import { lastQrId, readTypedCode } from '@handsfree/core/scanner'
import { confirm } from './confirm.ts'
import { fillIn } from './order-form.ts'
import { pay } from './pay.ts'
import { mayDo, offered, type Step, titleOf, until } from './step.ts'

const demoQrIds = [
  'demo-hotel-desk',
  'demo-hotel-room-1208',
  'demo-airport',
  'demo-station',
  'demo-sponsored',
  'demo-guesthouse',
]

async function demoChoices({ app, signal }: Step) {
  const places = await Promise.all(
    demoQrIds.map((qrId) => app.api.call(getQrSite, { params: { qrId } }, { signal })),
  )
  return places.flatMap((place) =>
    place.ok ? [{ value: place.value.qrId, label: `${place.value.site.name} (${place.value.qrId})` }] : [],
  )
}

async function typeQrId(step: Step): Promise<string> {
  for (;;) {
    step.tell(step.words('scan.codeHint'))
    const typed = await step.ask(step.words('scan.code'), lastQrId(step.app) ?? undefined)
    const qrId = readTypedCode(typed, new URL(step.app.options.baseUrl).host)
    if (qrId) return qrId
    step.tell(step.words('scan.wrongCode'))
  }
}

async function chooseQrId(step: Step): Promise<string> {
  const choices = await demoChoices(step)
  if (choices.length === 0) return typeQrId(step)
  const chosen = await step.choose<string | null>(
    step.words('orderForm.from'),
    [...choices, { value: null, label: step.words('scan.typeCode') }],
    { initial: lastQrId(step.app) ?? '' },
  )
  return chosen ?? typeQrId(step)
}

/** Asks before retrying. Returns false if the traveller declines. */
async function tryAgain(
  step: Step,
  placement: PlacementActor,
  type: 'placement.retry' | 'order.submit',
): Promise<boolean> {
  const snapshot = placement.getSnapshot()
  const isAgain = await step.choose(titleOf(step, snapshot), [
    ...(mayDo(snapshot, { type }) ? [{ value: true, label: step.words('common.tryAgain') }] : []),
    { value: false, label: step.words('common.back') },
  ])
  if (isAgain) placement.send({ type })
  return isAgain
}

async function edit(step: Step, placement: PlacementActor): Promise<void> {
  const snapshot = placement.getSnapshot()
  const form = selectDraftForm(snapshot)
  if (!form) return
  const filledIn = form.getSnapshot()
  const problems = selectShownProblems(filledIn)
  const missing = Object.values(problems)
  step.tell(
    '',
    titleOf(step, snapshot),
    ...missing.map((problem) => draftProblemWords(step.intl, problem, selectRoute(filledIn))),
  )
  await fillIn(step, form, missing.length === 0 ? null : problems)
  placement.send({ type: 'draft.review' })
}

async function agree(step: Step, placement: PlacementActor): Promise<void> {
  step.tell(`${step.words('terms.title')}  ${step.app.options.baseUrl}/terms`)
  const answer = await step.choose(
    step.words('orderForm.agreeToTerms'),
    offered(placement.getSnapshot(), [
      { value: { type: 'terms.agree' } as const, label: step.words('orderForm.agreeAndContinue') },
      { value: { type: 'terms.decline' } as const, label: step.words('common.back') },
    ]),
  )
  placement.send(answer)
}

function tellProblem(step: Step, placement: PlacementActor): void {
  const snapshot = placement.getSnapshot()
  const problem = snapshot.matches('outcomeUnknown')
    ? { code: 'outcomeUnknown' as const }
    : selectPlacementProblem(snapshot)
  if (problem) step.tell(placementProblemWords(step.intl, problem))
}

/** Places an order and offers the payment. Returns its id, or null if the traveller goes back before it exists. */
export async function placeOrder(step: Step, pending: string | null): Promise<string | null> {
  const { app, words, tell } = step
  const placement = openPlacement(app, pending ?? (await chooseQrId(step)), 'editing')
  for (;;) {
    const snapshot = await until(step, placement, (current) => !selectPlacementIsBusy(current))
    const { orderId } = snapshot.context
    if (snapshot.matches('paying')) {
      const payment = selectPaymentChild(snapshot)
      if (!payment || (await pay(step, payment)) === 'later') return orderId
      await until(step, placement, (current) => !current.matches('paying'))
      continue
    }
    if (snapshot.status !== 'active') return orderId
    if (snapshot.matches('unknownSite')) {
      tell(words('orderForm.unknownSite'), words('orderForm.unknownSiteDetail'))
      return null
    }
    if (snapshot.matches('unreachable')) {
      tell(words('orderForm.unreachable'), words('orderForm.unreachableDetail'))
      if (!(await tryAgain(step, placement, 'placement.retry'))) return null
      continue
    }
    tellProblem(step, placement)
    if (snapshot.matches('outcomeUnknown')) {
      if (!(await tryAgain(step, placement, 'order.submit'))) return null
    } else if (snapshot.matches('agreeingToTerms')) await agree(step, placement)
    else if (snapshot.matches('confirming')) await confirm(step, placement)
    else await edit(step, placement)
  }
}
