import {
  addEmployee,
  courierViews,
  getOwnEmployee,
  listEmployees,
  makeEmployeeToken,
  NewEmployee,
  operatorArriveAtDelivery,
  operatorArriveAtPickup,
  operatorAssign,
  operatorCancel,
  operatorChange,
  operatorChangeDestination,
  operatorClose,
  operatorConfirmPackages,
  operatorDecide,
  operatorDeleteReport,
  operatorGetLedger,
  operatorGetOrder,
  operatorHand,
  operatorHotelHand,
  operatorListOperations,
  operatorPickUp,
  operatorRefundDone,
  operatorReport,
  operatorResolve,
  operatorRetag,
  operatorReview,
  operatorStartTransport,
  operatorTransferAccept,
  operatorTransferApply,
  operatorTransferCancel,
  operatorTransferReject,
  operatorUpdateReport,
  operatorViews,
  operatorWarehouseApply,
  operatorWarehouseConfirm,
  setEmployeeState,
  siteViews,
} from '@handsfree/core/api'
import { readCard } from '@handsfree/core/order'
import * as v from 'valibot'
import { bagOptions, bagsOf, bagUsage, photosOf } from './bags.ts'
import { catalogueCommands } from './catalogue-commands.ts'
import { changeCommands } from './change-commands.ts'
import { claimCommands } from './claim-commands.ts'
import { type Command, choice, type Options, required } from './command.ts'
import { feedbackCommand } from './feedback-command.ts'
import { jobCommands } from './job-commands.ts'
import { moneyCommand } from './money-command.ts'
import { onOrder, placeOf, placeOptions, placeUsage } from './on-order.ts'
import { personCommands } from './person-commands.ts'
import { preparedCommands } from './prepared-commands.ts'
import { returnCommands } from './return-commands.ts'
import { type Session, UsageError } from './session.ts'
import { signInsCommand } from './sign-ins-command.ts'

const whole = (word: string | undefined): number => {
  if (!/^\d{1,3}$/.test(word ?? '')) throw new UsageError(`${word} is no number of bags.`)
  return Number(word)
}

/** `waitReview`, `courier.waitPickup`, `site.handed`, or the number of a view. */
function viewOf(word: string | undefined): number | undefined {
  if (word === undefined) return undefined
  if (/^\d+$/.test(word)) return Number(word)
  const views: Record<string, number> = {
    ...operatorViews,
    ...Object.fromEntries(Object.entries(courierViews).map(([name, view]) => [`courier.${name}`, view])),
    ...Object.fromEntries(Object.entries(siteViews).map(([name, view]) => [`site.${name}`, view])),
  }
  const view = Object.hasOwn(views, word) ? views[word] : undefined
  if (view === undefined) throw new UsageError(`${word} is no view. Views: ${Object.keys(views).join(', ')}.`)
  return view
}

/** `0731` is the demo's `courier-0731`; any other word is an employee's id. */
const courierOf = (word: string | undefined) => ({
  employeeId: /^\d{4}$/.test(word ?? '') ? `courier-${word}` : (word ?? ''),
})

const proofOf = ({ code, name, phone }: Options) => {
  if (code) return { claimCode: code }
  const [, dialCode, phoneNumber] = /^\+(\d{1,4})[ -](\d+)$/.exec(phone ?? '') ?? []
  if (!name || !dialCode || !phoneNumber) {
    throw new UsageError('Give --code, or --name with --phone "+86 13812342046".')
  }
  return { identity: { name, dialCode, phoneNumber } }
}

/** Hands over as the employee may: a courier what they carry, a site what it stores, an operator for either. */
async function handOver(
  session: Session,
  orderId: string,
  proof: ReturnType<typeof proofOf>,
  options: Options,
) {
  const { role } = await session.call(getOwnEmployee, {})
  const isStored = role === 'operator' && (await session.find(orderId)).events.includes('order.hotelHand')
  const shape = role === 'site' || isStored ? operatorHotelHand : operatorHand
  const bags = await bagsOf(session, orderId, options)
  return session.call(shape, { params: { orderId }, body: { ...proof, ...(bags ? { bags } : {}) } })
}

type Plain = typeof operatorClose | typeof operatorArriveAtPickup
const step = (summary: string, shape: Omit<Plain, 'path'> & { path: `/${string}` }): Command =>
  onOrder(summary, {}, ({ session, params }) => session.call(shape, { params, body: {} }))

const reason = { options: ['reason'], more: '--reason TEXT' } as const

export const commands: Record<string, Command> = {
  list: {
    usage: '[VIEW]',
    summary: 'orders of a view by name or number; without one what is open',
    words: [0, 1],
    run: async ({ session, words: [view] }) => session.list(viewOf(view)),
    lines: ({ length }: unknown[]) => (length === 0 ? ['0 orders'] : null),
  },
  scan: {
    usage: `CARD ${bagUsage}`,
    summary: 'a card’s QR code: hands over what is to be collected, else shows the order',
    words: [1, 1],
    options: bagOptions,
    run: async ({ session, words: [content = ''], options }) => {
      const card = readCard(content)
      if (!card) throw new UsageError('This isn’t a Handsfree card.')
      const { orderId } = await session.find(card.orderNumber)
      return card.claimCode === null
        ? session.call(operatorGetOrder, { params: { orderId } })
        : handOver(session, orderId, { claimCode: card.claimCode }, options)
    },
  },
  show: onOrder('one order with its receiver; this is logged', {}, ({ session, params }) =>
    session.call(operatorGetOrder, { params }),
  ),
  ledger: onOrder(
    'each bag’s photos, seals and damage, and what the traveller was asked about them',
    {},
    ({ session, params }) => session.call(operatorGetLedger, { params }),
  ),
  log: onOrder('who did what with the order, and when', {}, async ({ session, order, params }) => {
    const { timeZone, cityName } = order
    const operations = await session.call(operatorListOperations, { params })
    return operations.map((operation) => ({ ...operation, timeZone, cityName }))
  }),
  review: onOrder(
    'the review’s result; fail refunds',
    { words: 'pass|fail', minimum: 1, options: ['reason'], more: '[--reason TEXT]' },
    ({ session, params, words: [word], options }) =>
      session.call(operatorReview, {
        params,
        body:
          choice(word, ['pass', 'fail']) === 'pass'
            ? { result: 'pass' }
            : { result: 'reject', reason: required(options.reason, 'reason') },
      }),
  ),
  assign: onOrder(
    'ask a courier to carry it',
    { words: 'COURIER', minimum: 1 },
    ({ session, params, words: [courier] }) =>
      session.call(operatorAssign, { params, body: courierOf(courier) }),
  ),
  accept: onOrder('the courier takes it', {}, ({ session, params }) =>
    session.call(operatorDecide, { params, body: { result: 'allow' } }),
  ),
  decline: onOrder('the courier does not take it', reason, ({ session, params, options }) =>
    session.call(operatorDecide, {
      params,
      body: { result: 'reject', reason: required(options.reason, 'reason') },
    }),
  ),
  arrive: step('the courier is at the pickup site', operatorArriveAtPickup),
  count: onOrder(
    'the courier counts another number of bags; the traveller is asked whether it is right',
    { words: 'PIECES', minimum: 1, options: ['photo'], more: '[--photo FILE…]' },
    async ({ session, params, words: [pieces], options }) => {
      const photos = await photosOf(session, params.orderId, options)
      return session.call(operatorChange, { params, body: { pieces: whole(pieces), photos } })
    },
  ),
  'pick-up': onOrder(
    'the courier takes the bags, a tag and a seal each; photos go to the bags in turn',
    { options: bagOptions, more: '--bag TAG:SEAL… [--photo FILE…] [--damage TAG:TEXT…]' },
    async ({ session, params, options }) => {
      const bags = await bagsOf(session, params.orderId, options)
      if (!bags) throw new UsageError('--bag is missing: one TAG:SEAL for each bag.')
      return session.call(operatorPickUp, { params, body: { bags } })
    },
  ),
  tag: onOrder(
    'one bag gets another tag and seal; the traveller is asked about another seal',
    { words: 'TAG NEW-TAG NEW-SEAL', minimum: 3, options: ['photo'], more: '[--photo FILE…]' },
    async ({ session, params, words: [tagCode = '', newTagCode = '', newSealNumber = ''], options }) => {
      const photos = await photosOf(session, params.orderId, options)
      return session.call(operatorRetag, { params, body: { tagCode, newTagCode, newSealNumber, photos } })
    },
  ),
  transport: step('the bags are on the move', operatorStartTransport),
  'arrive-delivery': onOrder(
    'the courier is at the delivery site; with the bags as they are now, differences ask the traveller',
    { options: bagOptions, more: bagUsage },
    async ({ session, params, options }) => {
      const bags = await bagsOf(session, params.orderId, options)
      return session.call(operatorArriveAtDelivery, { params, body: bags ? { bags } : {} })
    },
  ),
  store: step('the courier asks the site to store the bags', operatorWarehouseApply),
  confirm: onOrder(
    'the site confirms bags, all without tags; with the last one they are stored',
    { words: '[TAG…]', options: bagOptions, more: bagUsage },
    async ({ session, params, words, options }) => {
      const bags = await bagsOf(session, params.orderId, options)
      const { unconfirmedTags } = await session.find(params.orderId)
      const tagCodes = words.length > 0 ? words : unconfirmedTags
      const order =
        tagCodes.length > 0
          ? await session.call(operatorConfirmPackages, {
              params,
              body: { tagCodes, ...(bags ? { bags } : {}) },
            })
          : { unconfirmedTags: [] }
      return order.unconfirmedTags.length === 0
        ? session.call(operatorWarehouseConfirm, { params, body: {} })
        : order
    },
  ),
  destination: onOrder(
    'the bags go to another place',
    {
      options: [...placeOptions, 'at'],
      more: `${placeUsage}, [--at DELIVERY-TIME]`,
    },
    ({ session, params, options }) =>
      session.call(operatorChangeDestination, {
        params,
        body: {
          delivery: placeOf(options),
          ...(options.at ? { deliveryTime: options.at } : {}),
        },
      }),
  ),
  transfer: onOrder(
    'another courier is to take over: ask, and that one accepts or rejects',
    { words: 'ask|accept|reject|cancel [COURIER]', minimum: 1, options: ['reason'], more: '[--reason TEXT]' },
    ({ session, params, words: [verb, courier], options }) => {
      switch (choice(verb, ['ask', 'accept', 'reject', 'cancel'])) {
        case 'ask':
          return session.call(operatorTransferApply, { params, body: courierOf(courier) })
        case 'accept':
          return session.call(operatorTransferAccept, { params, body: {} })
        case 'reject':
          return session.call(operatorTransferReject, {
            params,
            body: { reason: required(options.reason, 'reason') },
          })
        case 'cancel':
          return session.call(operatorTransferCancel, { params, body: {} })
      }
    },
  ),
  hand: onOrder(
    'the bags go to the receiver, from the courier, or from the site that stores them',
    {
      options: ['code', 'name', 'phone', ...bagOptions],
      more: `--code CODE | --name NAME --phone "+86 NUMBER" ${bagUsage}`,
    },
    ({ session, params, options }) => handOver(session, params.orderId, proofOf(options), options),
  ),
  close: step('closes a handed order', operatorClose),
  cancel: onOrder('cancels it for the traveller', reason, ({ session, params, options }) =>
    session.call(operatorCancel, { params, body: { reason: required(options.reason, 'reason') } }),
  ),
  ...returnCommands,
  'refund-done': step('the money is back with the traveller', operatorRefundDone),
  report: onOrder(
    'something is wrong with it; a report is corrected, or deleted if it was a mistake',
    { words: '[change|delete]', options: ['reason'], more: '[--reason TEXT]' },
    ({ session, params, words: [verb], options }) => {
      if (verb !== undefined && choice(verb, ['change', 'delete']) === 'delete')
        return session.call(operatorDeleteReport, { params, body: {} })
      const body = { reason: required(options.reason, 'reason') }
      return session.call(verb === undefined ? operatorReport : operatorUpdateReport, { params, body })
    },
  ),
  resolve: onOrder(
    'deals with a report, or with its order; what settles, closes or cancels is read by the traveller',
    {
      words: 'ignore|important|settle|lock|unlock|close|cancel',
      minimum: 1,
      options: ['reason'],
      more: '[--reason TEXT]',
    },
    ({ session, params, words: [word], options }) => {
      switch (choice(word, ['ignore', 'important', 'settle', 'lock', 'unlock', 'close', 'cancel'])) {
        case 'lock':
          return session.call(operatorResolve, {
            params,
            body: { result: 'lockOrder', reason: options.reason ?? '' },
          })
        case 'unlock':
          return session.call(operatorResolve, { params, body: { result: 'unlockOrder' } })
        case 'close':
          return session.call(operatorResolve, {
            params,
            body: { result: 'closeOrder', reason: required(options.reason, 'reason') },
          })
        case 'cancel':
          return session.call(operatorResolve, {
            params,
            body: { result: 'cancelOrder', reason: required(options.reason, 'reason') },
          })
        case 'ignore':
          return session.call(operatorResolve, { params, body: { result: 'ignore' } })
        case 'important':
          return session.call(operatorResolve, { params, body: { result: 'markImportant' } })
        case 'settle':
          return session.call(operatorResolve, {
            params,
            body: { result: 'settle', resolution: required(options.reason, 'reason') },
          })
      }
    },
  ),
  employees: {
    usage:
      '[add operator|courier|site | disable ID | enable ID | token ID] [--name --phone --plate --site --region]',
    summary: 'who works here; adds and disables them, makes their tokens',
    words: [0, 2],
    options: ['name', 'phone', 'plate', 'region', 'site'],
    run: ({ session, words: [verb, word = ''], options }) => {
      if (verb === undefined) return session.call(listEmployees, {})
      const params = { employeeId: word }
      switch (choice(verb, ['add', 'disable', 'enable', 'token'])) {
        case 'add': {
          const role = choice(word, ['operator', 'courier', 'site'])
          const extra = {
            courier: { plate: options.plate ?? '', regionId: options.region ?? null },
            site: { siteId: options.site },
            operator: {},
          }
          const body = v.safeParse(NewEmployee, {
            role,
            name: options.name,
            phone: options.phone,
            ...extra[role],
          })
          if (body.success) return session.call(addEmployee, { body: body.output })
          const wrong = body.issues.map((issue) => `--${v.getDotPath(issue)?.replace('siteId', 'site')}`)
          throw new UsageError(`Not as it should be: ${[...new Set(wrong)].join(', ')}.`)
        }
        case 'token':
          return session.call(makeEmployeeToken, { params, body: {} })
        default:
          return session.call(setEmployeeState, { params, body: { isDisabled: verb === 'disable' } })
      }
    },
  },
  ...catalogueCommands,
  ...changeCommands,
  ...claimCommands,
  feedback: feedbackCommand,
  'sign-ins': signInsCommand,
  ...jobCommands,
  money: moneyCommand,
  ...preparedCommands,
  ...personCommands,
}
