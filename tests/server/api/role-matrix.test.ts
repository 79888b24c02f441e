import * as contract from '@handsfree/core/contract'
import { errorCodes } from '@handsfree/core/lib'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { calls } from '../../../server/api/openapi.ts'
import { orders as orderTable } from '../../../server/domain/orders/orders.table.ts'
import { startServer, type TestServer } from '../harness.ts'
import { type Reply, type RollbackServer, startRollbackServer } from '../rollback-server.ts'
import { type CallName, makeSampleData, type Sample, type SampleData, sampleOf, toSent } from '../samples.ts'
import { courierToken, newTraveller, operatorToken } from '../trip.ts'

/** In the order of the columns below. The orders are the traveller’s. `script` has a token that an operator made. */
const callers = [
  ...['nobody', 'traveller', 'otherTraveller'],
  ...['courier', 'nextCourier', 'otherCourier', 'courierElsewhere'],
  ...['pickupDesk', 'deliveryDesk', 'otherDesk'],
  ...['operator', 'script', 'signedOut', 'disabled'],
] as const

/**
 * Every caller's answer to the sample of every call, written independently of the contract's roles:
 *
 * - `+` works, or fails for another reason than the caller
 * - `L` not logged in, `R` a call of other roles, `D` denied on this order
 * - `H` hidden: the same answer as for an unknown id
 */
const answers: Record<CallName, string> = {
  acceptInvitation: '+ ++ ++++ +++ ++ ++',
  getConfigurationSecrets: '+ ++ LLLL LLL LL LL',
  getCodeDelivery: '+ ++ ++++ +++ ++ ++',
  getContact: '+ ++ ++++ +++ ++ ++',
  getDecryptionKey: '+ ++ LLLL LLL LL LL',
  getInsurance: '+ ++ ++++ +++ ++ ++',
  getInvitation: '+ ++ ++++ +++ ++ ++',
  getPrivacyFacts: '+ ++ ++++ +++ ++ ++',
  getQrSite: '+ ++ ++++ +++ ++ ++',
  getSignInWays: '+ ++ ++++ +++ ++ ++',
  getSite: '+ ++ ++++ +++ ++ ++',
  listAnnouncements: '+ ++ ++++ +++ ++ ++',
  listSites: '+ ++ ++++ +++ ++ ++',
  confirmPush: '+ ++ ++++ +++ ++ ++',
  getPushOptions: '+ ++ ++++ +++ ++ ++',
  readTablet: '+ ++ ++++ +++ ++ ++',
  readTrip: '+ ++ ++++ +++ ++ ++',
  receiveDeliveryReports: '+ ++ ++++ +++ ++ ++',
  receivePaymentWebhook: '+ ++ ++++ +++ ++ ++',
  sendEmailCode: '+ ++ ++++ +++ ++ ++',
  sendVerificationCode: '+ ++ ++++ +++ ++ ++',
  signIn: '+ ++ ++++ +++ ++ ++',
  signInByEmail: '+ ++ ++++ +++ ++ ++',
  signInEmployee: '+ ++ ++++ +++ ++ ++',
  signInEmployeeWithPasskey: '+ ++ ++++ +++ ++ ++',
  signInWithPasskey: '+ ++ ++++ +++ ++ ++',
  startDemoCrewSession: '+ ++ ++++ +++ ++ ++',
  startPasskeySignIn: '+ ++ ++++ +++ ++ ++',
  summarizePreparedOrder: '+ ++ ++++ +++ ++ ++',
  unlockTablet: '+ ++ ++++ +++ ++ ++',
  waitForTrip: '+ ++ ++++ +++ ++ ++',

  acceptOffer: 'L +H LLLL LLL LL LL',
  addPasskey: 'L ++ LLLL LLL LL LL',
  answerQuestion: 'L +H LLLL LLL LL LL',
  askAgain: 'L +H LLLL LLL LL LL',
  cancelOrder: 'L +H LLLL LLL LL LL',
  changePhone: 'L +D LLLL LLL LL LL',
  changeOrder: 'L +H LLLL LLL LL LL',
  changeSaved: 'L +H LLLL LLL LL LL',
  chooseReturn: 'L +H LLLL LLL LL LL',
  complain: 'L +H LLLL LLL LL LL',
  confirmEmail: 'L ++ LLLL LLL LL LL',
  countOngoingOrders: 'L ++ LLLL LLL LL LL',
  countUnread: 'L ++ LLLL LLL LL LL',
  createClaim: 'L +H LLLL LLL LL LL',
  createOrder: 'L ++ LLLL LLL LL LL',
  createPayment: 'L +H LLLL LLL LL LL',
  declineOffer: 'L +H LLLL LLL LL LL',
  deleteAccount: 'L ++ LLLL LLL LL LL',
  endDevice: 'L +H LLLL LLL LL LL',
  endOtherDevices: 'L ++ LLLL LLL LL LL',
  exportAccount: 'L ++ LLLL LLL LL LL',
  getClaim: 'L +H LLLL LLL LL LL',
  getDeletionTerms: 'L ++ LLLL LLL LL LL',
  getLedger: 'L +H LLLL LLL LL LL',
  getOrder: 'L +H LLLL LLL LL LL',
  getOrderTrace: 'L +H LLLL LLL LL LL',
  getPayment: 'L +H LLLL LLL LL LL',
  getPreparedOrder: 'L +H LLLL LLL LL LL',
  getProfiles: 'L ++ LLLL LLL LL LL',
  getReceiverLink: 'L +H LLLL LLL LL LL',
  getSessionStatus: 'L +H LLLL LLL LL LL',
  giveConsent: 'L ++ LLLL LLL LL LL',
  listClaims: 'L +H LLLL LLL LL LL',
  listConsents: 'L ++ LLLL LLL LL LL',
  listDevices: 'L ++ LLLL LLL LL LL',
  listNotifications: 'L ++ LLLL LLL LL LL',
  listOrders: 'L ++ LLLL LLL LL LL',
  listPasskeys: 'L ++ LLLL LLL LL LL',
  listSaved: 'L ++ LLLL LLL LL LL',
  makeReceiverLink: 'L +H LLLL LLL LL LL',
  getInvoice: 'L +H LLLL LLL LL LL',
  requestInvoice: 'L +H LLLL LLL LL LL',
  markNotifications: 'L ++ LLLL LLL LL LL',
  openPaymentSession: 'L +H LLLL LLL LL LL',
  previewCancellation: 'L +H LLLL LLL LL LL',
  previewChange: 'L +H LLLL LLL LL LL',
  proveAccount: 'L ++ LLLL LLL LL LL',
  proveByPasskey: 'L +H LLLL LLL LL LL',
  quoteOrder: 'L ++ LLLL LLL LL LL',
  removePasskey: 'L +H LLLL LLL LL LL',
  removeSaved: 'L +H LLLL LLL LL LL',
  renamePasskey: 'L +H LLLL LLL LL LL',
  subscribePush: 'L ++ LLLL LLL LL LL',
  unsubscribePush: 'L ++ LLLL LLL LL LL',
  startPasskey: 'L ++ LLLL LLL LL LL',
  requestDestinationChange: 'L +H LLLL LLL LL LL',
  revokeReceiverLink: 'L +H LLLL LLL LL LL',
  saveDevice: 'L ++ LLLL LLL LL LL',
  sendFeedback: 'L ++ LLLL LLL LL LL',
  signFile: 'L +H LLLL LLL LL LL',
  signOut: 'L ++ LLLL LLL LL LL',
  takeOverOrder: 'L +H LLLL LLL LL LL',
  updateProfile: 'L ++ LLLL LLL LL LL',
  uploadFile: 'L ++ LLLL LLL LL LL',
  withdrawChange: 'L +H LLLL LLL LL LL',
  withdrawConsent: 'L ++ LLLL LLL LL LL',

  addCrewPasskey: 'L RR ++++ +++ ++ LL',
  addEmployee: 'L RR RRRR RRR ++ LL',
  breakShift: 'L RR ++++ RRR RR LL',
  closeSiteToday: 'L RR RRRR H+H ++ LL',
  countEmployeeUnread: 'L RR ++++ +++ RR LL',
  endCrewSession: 'L RR HHHH HHH HH LL',
  endEmployeeSessions: 'L RR RRRR RRR ++ LL',
  endEmployeeShift: 'L RR RRRR RRR ++ LL',
  endOtherCrewSessions: 'L RR ++++ +++ ++ LL',
  endShift: 'L RR ++++ RRR RR LL',
  endTablet: 'L RR RRRR H+H ++ LL',
  subscribeCrewPush: 'L RR DDDD DDD +D LL',
  unsubscribeCrewPush: 'L RR ++++ +++ ++ LL',
  extendTabletSession: 'L RR RRRR +++ RR LL',
  getOwnEmployee: 'L RR ++++ +++ ++ LL',
  getPreparedLink: 'L RR RRRR +HH ++ LL',
  getShift: 'L RR ++++ RRR RR LL',
  getSiteDay: 'L RR RRRR H+H ++ LL',
  inviteEmployee: 'L RR RRRR RRR ++ LL',
  listCrewSessions: 'L RR ++++ +++ ++ LL',
  listCrewPasskeys: 'L RR ++++ +++ ++ LL',
  listEmployeeNotifications: 'L RR ++++ +++ RR LL',
  listEmployees: 'L RR RRRR RRR ++ LL',
  listEmployeeSessions: 'L RR RRRR RRR ++ LL',
  listPreparedOrders: 'L RR RRRR +++ ++ LL',
  listShifts: 'L RR RRRR RRR ++ LL',
  listSitePictures: 'L RR RRRR RRR ++ LL',
  listTablets: 'L RR RRRR +++ ++ LL',
  makeEmployeeToken: 'L RR RRRR RRR ++ LL',
  markEmployeeNotifications: 'L RR ++++ +++ RR LL',
  openEmployeeLine: 'L RR ++++ +++ ++ LL',
  operatorAnswerComplaint: 'L RR RRRR RRR ++ LL',
  operatorAnswerDestination: 'L RR RRRR RRR ++ LL',
  operatorApplyCatalogue: 'L RR RRRR RRR ++ LL',
  operatorApproveRefund: 'L RR RRRR RRR +D LL',
  operatorArriveAtDelivery: 'L RR +HHH RRR ++ LL',
  operatorArriveAtPickup: 'L RR +HHH RRR ++ LL',
  operatorAttachInvoice: 'L RR RRRR RRR ++ LL',
  operatorAssign: 'L RR RRRR RRR ++ LL',
  operatorCancel: 'L RR RRRR RRR ++ LL',
  operatorChange: 'L RR +HHH RRR ++ LL',
  operatorChangeDestination: 'L RR RRRR RRR ++ LL',
  operatorChangeEntry: 'L RR RRRR RRR ++ LL',
  operatorChangeOrder: 'L RR RRRR RRR ++ LL',
  operatorChooseReturn: 'L RR RRRR RRR ++ LL',
  operatorClose: 'L RR RRRR RRR ++ LL',
  operatorCloseEntry: 'L RR RRRR RRR ++ LL',
  operatorConfirmPackages: 'L RR RRRR D+H ++ LL',
  operatorConfirmPickup: 'L RR RRRR +DH ++ LL',
  operatorCountOrders: 'L RR ++++ +++ ++ LL',
  operatorCreateEntry: 'L RR RRRR RRR ++ LL',
  operatorDecide: 'L RR +HHH RRR ++ LL',
  operatorDeclineInvoice: 'L RR RRRR RRR ++ LL',
  operatorEndRedInvoice: 'L RR RRRR RRR ++ LL',
  operatorDeletePerson: 'L RR RRRR RRR ++ LL',
  operatorDeleteReport: 'L RR RRRR RRR ++ LL',
  operatorExportPerson: 'L RR RRRR RRR ++ LL',
  operatorFinishJob: 'L RR RRRR RRR ++ LL',
  operatorGetBoard: 'L RR RRRR RRR ++ LL',
  operatorGetCatalogue: 'L RR RRRR RRR ++ LL',
  operatorGetClaim: 'L RR RRRR RRR ++ LL',
  operatorGetFigures: 'L RR RRRR RRR ++ LL',
  operatorGetInvoice: 'L RR RRRR RRR ++ LL',
  operatorGetLedger: 'L RR +HHH ++H ++ LL',
  operatorGetOrder: 'L RR +HHH ++H ++ LL',
  operatorGetQueue: 'L RR RRRR RRR ++ LL',
  operatorHand: 'L RR +HHH RRR ++ LL',
  operatorHotelHand: 'L RR RRRR D+H ++ LL',
  operatorListAudit: 'L RR RRRR RRR ++ LL',
  operatorListCatalogueLog: 'L RR RRRR RRR ++ LL',
  operatorPreviewBrand: 'L RR RRRR RRR ++ LL',
  operatorListClaims: 'L RR RRRR RRR ++ LL',
  operatorListCouriers: 'L RR +HHH RRR ++ LL',
  operatorListDestinations: 'L RR RRRR RRR ++ LL',
  operatorFindCalls: 'L RR RRRR RRR ++ LL',
  operatorListDisputes: 'L RR RRRR RRR ++ LL',
  operatorListFeedback: 'L RR RRRR RRR ++ LL',
  operatorListJobs: 'L RR RRRR RRR ++ LL',
  operatorListMessages: 'L RR RRRR RRR ++ LL',
  operatorCompareBills: 'L RR RRRR RRR ++ LL',
  operatorListMoney: 'L RR RRRR RRR ++ LL',
  operatorListNotes: 'L RR RRRR RRR ++ LL',
  operatorListOperations: 'L RR RRRR RRR ++ LL',
  operatorListOrders: 'L RR ++++ +++ ++ LL',
  operatorListPersonLog: 'L RR RRRR RRR ++ LL',
  operatorListPersonOrders: 'L RR RRRR RRR ++ LL',
  operatorListSignIns: 'L RR RRRR +++ ++ LL',
  operatorMoveToShelf: 'L RR RRRR D+H ++ LL',
  operatorOfferClaim: 'L RR RRRR RRR ++ LL',
  operatorPayClaim: 'L RR RRRR RRR ++ LL',
  operatorPickUp: 'L RR +HHH RRR ++ LL',
  operatorPreviewChange: 'L RR RRRR RRR ++ LL',
  operatorReadNote: 'L RR RRRR RRR ++ LL',
  operatorRefundDone: 'L RR RRRR RRR ++ LL',
  operatorRejectRefund: 'L RR RRRR RRR +D LL',
  operatorReport: 'L RR +HHH ++H ++ LL',
  operatorResolve: 'L RR RRRR RRR ++ LL',
  operatorRetag: 'L RR +HHH RRR ++ LL',
  operatorRetryJob: 'L RR RRRR RRR ++ LL',
  operatorReturn: 'L RR +HHH RRR ++ LL',
  operatorReview: 'L RR RRRR RRR ++ LL',
  operatorSignPhoto: 'L RR HHHH HHH H+ LL',
  operatorStartClaim: 'L RR RRRR RRR ++ LL',
  operatorStartTransport: 'L RR +HHH RRR ++ LL',
  operatorTransferAccept: 'L RR D+HH RRR ++ LL',
  operatorTransferApply: 'L RR +HHH RRR ++ LL',
  operatorTransferCancel: 'L RR +DHH RRR ++ LL',
  operatorTransferReject: 'L RR D+HH RRR ++ LL',
  operatorUpdateReport: 'L RR RRRR RRR ++ LL',
  operatorUploadPhoto: 'L RR +HHH ++H ++ LL',
  operatorWarehouseApply: 'L RR +HHH RRR ++ LL',
  operatorWarehouseConfirm: 'L RR RRRR D+H ++ LL',
  operatorWithdrawChange: 'L RR RRRR RRR ++ LL',
  operatorWithdrawRefund: 'L RR RRRR RRR D+ LL',
  operatorWriteNote: 'L RR +HHH ++H ++ LL',
  prepareOrder: 'L RR RRRR +DD ++ LL',
  removeCrewPasskey: 'L RR HHHH HHH HH LL',
  renameCrewPasskey: 'L RR HHHH HHH HH LL',
  reopenSiteToday: 'L RR RRRR H+H ++ LL',
  resetEmployeePin: 'L RR RRRR RRR ++ LL',
  setCrewPassword: 'L RR ++++ +++ ++ LL',
  setCrewPin: 'L RR RRRR +++ RR LL',
  setEmployeeState: 'L RR RRRR RRR ++ LL',
  signOutEmployee: 'L RR ++++ +++ ++ LL',
  startCrewPasskey: 'L RR ++++ +++ ++ LL',
  startShift: 'L RR ++++ RRR RR LL',
  startTablet: 'L RR RRRR +++ RR LL',
  textPreparedOrder: 'L RR RRRR +HH ++ LL',
  uploadPreparedPhoto: 'L RR RRRR +++ ++ LL',
  uploadSitePicture: 'L RR RRRR RRR ++ LL',
  withdrawPreparedOrder: 'L RR RRRR +HH ++ LL',
}

const refusals: Record<string, number> = {
  L: errorCodes.notLoggedIn,
  R: errorCodes.roleAuthError,
  D: errorCodes.accessDenied,
}

let server: TestServer
let rollback: RollbackServer
let own: SampleData
let tokens: Map<string, string | null>
/** Tokens of the desks where the orders are picked up. */
const pickupDesks = new Map<string, string>()
/** The traveller's data in answers, which callers without a relation to the orders must not get. */
let secrets: string[]

const must = <Result>(answer: { code: number; result: Result }): Result => {
  if (answer.code !== 0) throw new Error(`refused: ${JSON.stringify(answer)}`)
  return answer.result
}

let lastNumber = 1000
async function hire(employee: object): Promise<{ employeeId: string; token: string }> {
  const number = ++lastNumber
  const body = { name: `Employee ${number}`, phone: `+86 571 0003 ${number}`, ...employee }
  const { employeeId } = must(await server.call(contract.addEmployee, { body, token: operatorToken }))
  const params = { employeeId }
  const made = await server.call(contract.makeEmployeeToken, { params, body: {}, token: operatorToken })
  return { employeeId, token: must(made).token }
}

beforeAll(async () => {
  server = await startServer()
  own = await makeSampleData(server)
  const sites = new Map<string | null, string>()
  for (const { orderId } of Object.values(own.orders)) {
    const [order] = await server.services.db.select().from(orderTable).where(eq(orderTable.orderId, orderId))
    const { siteId } = order!.pickupPlace
    const token = sites.get(siteId) ?? (await hire({ role: 'site', siteId })).token
    sites.set(siteId, token)
    pickupDesks.set(orderId, token)
  }
  const courierOf = async (regionId: string) => (await hire({ role: 'courier', plate: '', regionId })).token
  const session = { body: { employeeId: 'operator-02' } }
  const { token: signedOut } = must(await server.call(contract.startDemoCrewSession, session))
  must(await server.call(contract.signOutEmployee, { token: signedOut, body: {} }))
  const { employeeId, token: disabled } = await hire({ role: 'operator' })
  const disabling = { params: { employeeId }, body: { isDisabled: true }, token: operatorToken }
  must(await server.call(contract.setEmployeeState, disabling))
  tokens = new Map([
    ['nobody', null],
    ['traveller', own.traveller.token],
    ['otherTraveller', (await newTraveller(server)).token],
    ['courier', courierToken],
    ['nextCourier', 'demo-courier-0418-token'],
    ['otherCourier', await courierOf('hangzhou')],
    ['courierElsewhere', await courierOf('hong-kong')],
    ['deliveryDesk', 'demo-site-hongqiao-railway-station-token'],
    ['otherDesk', 'demo-site-pudong-airport-t2-token'],
    ['operator', own.refundRequests.approver],
    ['script', operatorToken],
    ['signedOut', signedOut],
    ['disabled', disabled],
  ])
  secrets = [
    ...Object.values(own.orders).flatMap(({ orderId, claimCode }) => [orderId, claimCode ?? orderId]),
    ...own.prepared.map(({ preparedId }) => preparedId),
    ...Object.values(own.claims),
  ]
  rollback = await startRollbackServer(server)
})
afterAll(async () => {
  await rollback.close()
  await server.close()
})
afterEach(() => rollback.undo())

/** Samples name one order or site. Where a desk acts on its own site, that is the delivery's. */
const matrixSample = (name: string, shape: contract.CallShape): Sample => {
  const sample = sampleOf(name, own)
  return sample.params?.siteId && shape.audience === 'operator'
    ? { ...sample, params: { siteId: 'hongqiao-railway-station' } }
    : sample
}

const tokenOf = (caller: string, { params }: Sample): string | null =>
  caller === 'pickupDesk'
    ? (pickupDesks.get(params?.orderId ?? '') ?? 'demo-site-lakeside-garden-hotel-token')
    : (tokens.get(caller) ?? null)

const withUnknownIds = (sample: Sample): Sample => {
  const reverse = (id: string) => [...id].reverse().join('').replace(/^./, 'f')
  const entries = Object.entries(sample.params ?? {}).map(([key, id]) => [key, reverse(id)])
  return { ...sample, params: Object.fromEntries(entries) }
}

const ask = async (shape: contract.CallShape, sample: Sample, token: string | null): Promise<Reply> => {
  const reply = await rollback.send(toSent(shape, sample, token))
  await rollback.undo()
  return reply
}

const letterOf = ({ status, text }: Reply): string => {
  const { code } = JSON.parse(text)
  const refusal = Object.entries(refusals).find(([, known]) => known === code)
  return refusal?.[0] ?? (status === 404 ? 'H' : '+')
}

test('names every call of the contract', () => {
  expect(Object.keys(answers).sort()).toEqual(calls.map(([name]) => name).sort())
})

/** They ignore tokens, and comparing passwords is slow. */
const callersOfAnyone = ['nobody', 'traveller', 'operator', 'disabled']
const unrelated = ['nobody', 'otherTraveller', 'otherCourier', 'courierElsewhere', 'otherDesk', 'signedOut']

test.each(calls)('allows %s to its callers only', async (name, shape) => {
  const expected = new Map(
    callers.map((caller, index) => [caller, answers[name as CallName]?.replaceAll(' ', '')[index]]),
  )
  const sample = matrixSample(name, shape)
  for (const [caller, letter] of expected) {
    if (shape.audience === 'anyone' && !callersOfAnyone.includes(caller)) continue
    const token = tokenOf(caller, sample)
    const reply = await ask(shape, sample, token)
    expect([caller, letterOf(reply)]).toEqual([caller, letter])
    if (letter !== '+') expect(JSON.parse(reply.text).result).toBe(null)
    const unknown = withUnknownIds(sample)
    if (letter === 'H' && sample.params) expect(await ask(shape, unknown, token)).toEqual(reply)
    // Callers are checked before their requests.
    if (letter === 'L' || letter === 'R')
      expect(await ask(shape, { ...unknown, query: { unknown: 'x' } }, token)).toEqual(reply)
    // Anyone with a link's token may read what it opens.
    if (unrelated.includes(caller) && shape.audience !== 'anyone')
      expect(secrets.filter((secret) => reply.text.includes(secret))).toEqual([])
  }
})
