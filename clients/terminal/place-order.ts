import {
  draftProblemText,
  openPlacement,
  type PlacementActor,
  placementProblemText,
  selectDraftForm,
  selectPaymentChild,
  selectPlacementIsBusy,
  selectPlacementProblem,
  selectRoute,
  selectShownProblems,
} from '@handsfree/core/booking'
import { getQrSite } from '@handsfree/core/contract'
import { lastQrId, readTypedCode } from '@handsfree/core/scanner'
import { confirmOrder } from './confirm.ts'
import { fillIn } from './order-form.ts'
import { pay } from './pay.ts'
import { mayDo, offeredChoices, type TerminalSession, titleOf, waitUntil } from './terminal-session.ts'

const demoQrIds = [
  'demo-hotel-desk',
  'demo-hotel-room-1208',
  'demo-airport',
  'demo-station',
  'demo-sponsored',
  'demo-guesthouse',
]

async function demoChoices({ app, signal }: TerminalSession) {
  const places = await Promise.all(
    demoQrIds.map((qrId) => app.api.call(getQrSite, { params: { qrId } }, { signal })),
  )
  return places.flatMap((place) =>
    place.ok ? [{ value: place.value.qrId, label: `${place.value.site.name} (${place.value.qrId})` }] : [],
  )
}

async function typeQrId(session: TerminalSession): Promise<string> {
  for (;;) {
    session.print(session.text('scan.codeHint'))
    const typed = await session.ask(session.text('scan.code'), lastQrId(session.app) ?? undefined)
    const qrId = readTypedCode(typed, new URL(session.app.options.baseUrl).host)
    if (qrId) return qrId
    session.print(session.text('scan.wrongCode'))
  }
}

async function chooseQrId(session: TerminalSession): Promise<string> {
  const choices = await demoChoices(session)
  if (choices.length === 0) return typeQrId(session)
  const chosen = await session.choose<string | null>(
    session.text('orderForm.from'),
    [...choices, { value: null, label: session.text('scan.typeCode') }],
    { initial: lastQrId(session.app) ?? '' },
  )
  return chosen ?? typeQrId(session)
}

/** Asks before retrying. Returns false if the traveller declines. */
async function tryAgain(
  session: TerminalSession,
  placement: PlacementActor,
  type: 'placement.retry' | 'order.submit',
): Promise<boolean> {
  const snapshot = placement.getSnapshot()
  const isAgain = await session.choose(titleOf(session, snapshot), [
    ...(mayDo(snapshot, { type }) ? [{ value: true, label: session.text('common.tryAgain') }] : []),
    { value: false, label: session.text('common.back') },
  ])
  if (isAgain) placement.send({ type })
  return isAgain
}

async function edit(session: TerminalSession, placement: PlacementActor): Promise<void> {
  const snapshot = placement.getSnapshot()
  const form = selectDraftForm(snapshot)
  if (!form) return
  const filledIn = form.getSnapshot()
  const problems = selectShownProblems(filledIn)
  const missing = Object.values(problems)
  session.print(
    '',
    titleOf(session, snapshot),
    ...missing.map((problem) => draftProblemText(session.intl, problem, selectRoute(filledIn))),
  )
  await fillIn(session, form, missing.length === 0 ? null : problems)
  placement.send({ type: 'draft.review' })
}

async function agree(session: TerminalSession, placement: PlacementActor): Promise<void> {
  session.print(`${session.text('terms.title')}  ${session.app.options.baseUrl}/terms`)
  const answer = await session.choose(
    session.text('orderForm.agreeToTerms'),
    offeredChoices(placement.getSnapshot(), [
      { value: { type: 'terms.agree' } as const, label: session.text('orderForm.agreeAndContinue') },
      { value: { type: 'terms.decline' } as const, label: session.text('common.back') },
    ]),
  )
  placement.send(answer)
}

function printProblem(session: TerminalSession, placement: PlacementActor): void {
  const snapshot = placement.getSnapshot()
  const problem = snapshot.matches('outcomeUnknown')
    ? { code: 'outcomeUnknown' as const }
    : selectPlacementProblem(snapshot)
  if (problem) session.print(placementProblemText(session.intl, problem))
}

/**
 * Places an order and offers the payment. Returns its id, or null if none is known: the site is unknown, or the
 * traveller went back. Asks for a null `qrId`.
 */
export async function placeOrder(session: TerminalSession, qrId: string | null): Promise<string | null> {
  const { app, text, print } = session
  const placement = openPlacement(app, qrId ?? (await chooseQrId(session)), 'editing')
  for (;;) {
    const snapshot = await waitUntil(session, placement, (current) => !selectPlacementIsBusy(current))
    const { orderId } = snapshot.context
    if (snapshot.matches('paying')) {
      const payment = selectPaymentChild(snapshot)
      if (!payment || (await pay(session, payment)) === 'later') return orderId
      await waitUntil(session, placement, (current) => !current.matches('paying'))
      continue
    }
    if (snapshot.status !== 'active') return orderId
    if (snapshot.matches('unknownSite')) {
      print(text('orderForm.unknownSite'), text('orderForm.unknownSiteDetail'))
      return null
    }
    if (snapshot.matches('unreachable')) {
      print(text('orderForm.unreachable'), text('orderForm.unreachableDetail'))
      if (!(await tryAgain(session, placement, 'placement.retry'))) return null
      continue
    }
    printProblem(session, placement)
    if (snapshot.matches('outcomeUnknown')) {
      if (!(await tryAgain(session, placement, 'order.submit'))) return null
    } else if (snapshot.matches('agreeingToTerms')) await agree(session, placement)
    else if (snapshot.matches('confirming')) await confirmOrder(session, placement)
    else await edit(session, placement)
  }
}
