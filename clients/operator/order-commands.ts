import {
  courierViews,
  getOwnEmployee,
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
  siteViews,
} from '@handsfree/core/contract'
import { readCard } from '@handsfree/core/orders'
import { Argument } from 'commander'
import { addBagOptions, addPhotoOption, type BagOptions, bagsOf, photosOf } from './bags.ts'
import { addPlaceOptions, onOrder, orderCommand, type PlaceOptions, placeOf } from './on-order.ts'
import { type Session, UsageError } from './session.ts'
import { requireOption, type Tool } from './tool.ts'

const parsePieces = (word: string): number => {
  if (!/^\d{1,3}$/.test(word)) throw new UsageError(`Invalid number of bags: ${word}. Use digits such as 3.`)
  return Number(word)
}

/** Accepts `waitReview`, `courier.waitPickup`, `site.handed`, or a view number. */
function viewOf(word: string | undefined): number | undefined {
  if (word === undefined) return undefined
  if (/^\d+$/.test(word)) return Number(word)
  const views: Record<string, number> = {
    ...operatorViews,
    ...Object.fromEntries(Object.entries(courierViews).map(([name, view]) => [`courier.${name}`, view])),
    ...Object.fromEntries(Object.entries(siteViews).map(([name, view]) => [`site.${name}`, view])),
  }
  const view = Object.hasOwn(views, word) ? views[word] : undefined
  if (view === undefined)
    throw new UsageError(`Unknown view ${word}. Views: ${Object.keys(views).join(', ')}.`)
  return view
}

/** `0731` means the demo's `courier-0731`; otherwise an employee id. */
const courierOf = (word: string) => ({ employeeId: /^\d{4}$/.test(word) ? `courier-${word}` : word })

type ProofOptions = { code?: string; name?: string; phone?: string }

const proofOf = ({ code, name, phone }: ProofOptions) => {
  if (code) return { claimCode: code }
  const [, dialCode, phoneNumber] = /^\+(\d{1,4})[ -](\d+)$/.exec(phone ?? '') ?? []
  if (!name || !dialCode || !phoneNumber) {
    throw new UsageError(
      'Missing proof of the receiver. Pass --code, or --name with --phone "+86 13812342046".',
    )
  }
  return { identity: { name, dialCode, phoneNumber } }
}

/** Uses the call for the caller's role: sites hand over stored bags, couriers their own. Operators can do both. */
async function handOver(
  session: Session,
  orderId: string,
  proof: ReturnType<typeof proofOf>,
  options: BagOptions,
) {
  const { role } = await session.call(getOwnEmployee, {})
  const isStored = role === 'operator' && (await session.find(orderId)).events.includes('order.hotelHand')
  const shape = role === 'site' || isStored ? operatorHotelHand : operatorHand
  const bags = await bagsOf(session, orderId, options)
  return session.call(shape, { params: { orderId }, body: { ...proof, ...(bags ? { bags } : {}) } })
}

type Reason = { reason: string }
type OptionalReason = Partial<Reason>

type Step = Omit<typeof operatorClose | typeof operatorArriveAtPickup, 'path'> & { path: `/${string}` }

const addSimpleCommand = (tool: Tool, name: string, description: string, shape: Step) =>
  orderCommand(tool, name, description).action(
    onOrder(tool, ({ session, params }) => session.call(shape, { params, body: {} })),
  )

export function addReadCommands(tool: Tool): void {
  const { program, run } = tool
  program
    .command('list')
    .description('list open orders, or those of a view')
    .argument('[view]', 'name or number, such as waitReview, courier.waitPickup or 300')
    .action(
      run(
        async (session, view?: string) => session.list(viewOf(view)),
        ({ length }: unknown[]) => (length === 0 ? ['0 orders'] : null),
      ),
    )
  orderCommand(tool, 'show', 'show an order with personal data (logged)').action(
    onOrder(tool, ({ session, params }) => session.call(operatorGetOrder, { params })),
  )
  orderCommand(
    tool,
    'ledger',
    'show photos, seals and damage of each bag, and the traveller’s answers',
  ).action(onOrder(tool, ({ session, params }) => session.call(operatorGetLedger, { params })))
  orderCommand(tool, 'log', 'list the operations on an order').action(
    onOrder(tool, async ({ session, order, params }) => {
      const { timeZone, cityName } = order
      const operations = await session.call(operatorListOperations, { params })
      return operations.map((operation) => ({ ...operation, timeZone, cityName }))
    }),
  )
}

export function addAssignmentCommands(tool: Tool): void {
  orderCommand(tool, 'review', 'decide the review; fail refunds the order')
    .addArgument(new Argument('<result>').choices(['pass', 'fail']))
    .option('--reason <text>', 'why it failed; shown to the traveller')
    .action(
      onOrder(tool, async ({ session, params }, result: 'pass' | 'fail', { reason }: OptionalReason) =>
        session.call(operatorReview, {
          params,
          body:
            result === 'pass'
              ? { result: 'pass' }
              : { result: 'reject', reason: requireOption(reason, 'reason') },
        }),
      ),
    )
  orderCommand(tool, 'assign', 'ask a courier to carry the bags')
    .argument('<courier>', 'employee id; in the demo its last four digits')
    .action(
      onOrder(tool, ({ session, params }, courier: string) =>
        session.call(operatorAssign, { params, body: courierOf(courier) }),
      ),
    )
  orderCommand(tool, 'accept', 'accept an assignment, as its courier').action(
    onOrder(tool, ({ session, params }) =>
      session.call(operatorDecide, { params, body: { result: 'allow' } }),
    ),
  )
  orderCommand(tool, 'decline', 'decline an assignment, as its courier')
    .requiredOption('--reason <text>', 'why not')
    .action(
      onOrder(tool, ({ session, params }, { reason }: Reason) =>
        session.call(operatorDecide, { params, body: { result: 'reject', reason } }),
      ),
    )
  orderCommand(tool, 'transfer', 'transfer an order to another courier')
    .addArgument(new Argument('<step>').choices(['ask', 'accept', 'reject', 'cancel']))
    .argument('[courier]', 'employee id of the other courier')
    .option('--reason <text>', 'why the other courier declines')
    .action(
      onOrder(
        tool,
        async (
          { session, params },
          step: 'ask' | 'accept' | 'reject' | 'cancel',
          courier: string | undefined,
          { reason }: OptionalReason,
        ) => {
          switch (step) {
            case 'ask':
              return session.call(operatorTransferApply, { params, body: courierOf(courier ?? '') })
            case 'accept':
              return session.call(operatorTransferAccept, { params, body: {} })
            case 'reject':
              return session.call(operatorTransferReject, {
                params,
                body: { reason: requireOption(reason, 'reason') },
              })
            case 'cancel':
              return session.call(operatorTransferCancel, { params, body: {} })
          }
        },
      ),
    )
}

export function addBagCommands(tool: Tool): void {
  addSimpleCommand(tool, 'arrive', 'record the arrival at the pickup site', operatorArriveAtPickup)
  addPhotoOption(
    orderCommand(tool, 'count', 'correct the number of bags; asks the traveller to confirm').argument(
      '<pieces>',
    ),
  ).action(
    onOrder(tool, async ({ session, params }, pieces: string, options: BagOptions) => {
      const photos = await photosOf(session, params.orderId, options)
      return session.call(operatorChange, { params, body: { pieces: parsePieces(pieces), photos } })
    }),
  )
  addBagOptions(
    orderCommand(tool, 'pick-up', 'pick up the bags, one --bag for each; photos are assigned in turn'),
  ).action(
    onOrder(tool, async ({ session, params }, options: BagOptions) => {
      const bags = await bagsOf(session, params.orderId, options)
      if (!bags) throw new UsageError('Missing --bag. Pass --bag TAG:SEAL for each bag.')
      return session.call(operatorPickUp, { params, body: { bags } })
    }),
  )
  addPhotoOption(
    orderCommand(tool, 'tag', 'replace the tag and seal of a bag; asks the traveller about a new seal')
      .argument('<tag>')
      .argument('<new-tag>')
      .argument('<new-seal>'),
  ).action(
    onOrder(
      tool,
      async (
        { session, params },
        tagCode: string,
        newTagCode: string,
        newSealNumber: string,
        options: BagOptions,
      ) => {
        const photos = await photosOf(session, params.orderId, options)
        return session.call(operatorRetag, { params, body: { tagCode, newTagCode, newSealNumber, photos } })
      },
    ),
  )
  orderCommand(tool, 'transport', 'start the transport of the bags')
    .argument('[tags...]', 'tags of the loaded bags; the others are reported as missing')
    .option('--reason <text>', 'why a bag isn’t loaded')
    .action(
      onOrder(tool, ({ session, params }, tagCodes: string[], { reason }: OptionalReason) =>
        session.call(operatorStartTransport, {
          params,
          body: { ...(tagCodes.length > 0 && { tagCodes }), ...(reason !== undefined && { reason }) },
        }),
      ),
    )
  addBagOptions(
    orderCommand(
      tool,
      'arrive-delivery',
      'record the arrival at the delivery site; asks the traveller about differences',
    ),
  ).action(
    onOrder(tool, async ({ session, params }, options: BagOptions) => {
      const bags = await bagsOf(session, params.orderId, options)
      return session.call(operatorArriveAtDelivery, { params, body: bags ? { bags } : {} })
    }),
  )
  addSimpleCommand(tool, 'store', 'ask the site to store the bags', operatorWarehouseApply)
  addBagOptions(
    orderCommand(tool, 'confirm', 'confirm bags at the site; stores them after the last one').argument(
      '[tags...]',
      'tags to confirm (default: all)',
    ),
  ).action(
    onOrder(tool, async ({ session, params }, tags: string[], options: BagOptions) => {
      const bags = await bagsOf(session, params.orderId, options)
      const { unconfirmedTags } = await session.find(params.orderId)
      const tagCodes = tags.length > 0 ? tags : unconfirmedTags
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
    }),
  )
  addPlaceOptions(orderCommand(tool, 'destination', 'change the destination'))
    .option('--at <time>', 'new delivery time')
    .action(
      onOrder(tool, async ({ session, params }, options: PlaceOptions & { at?: string }) =>
        session.call(operatorChangeDestination, {
          params,
          body: { delivery: placeOf(options), ...(options.at ? { deliveryTime: options.at } : {}) },
        }),
      ),
    )
  addBagOptions(
    orderCommand(tool, 'hand', 'hand over the bags against a claim code or a document')
      .option('--code <code>', 'claim code')
      .option('--name <name>', 'name in the document')
      .option('--phone <number>', 'receiver’s phone, such as "+86 13812342046"'),
  ).action(
    onOrder(tool, async ({ session, params }, options: BagOptions & ProofOptions) =>
      handOver(session, params.orderId, proofOf(options), options),
    ),
  )
  addBagOptions(
    tool.program
      .command('scan')
      .description('hand over the bags of a card’s QR code, or show its order')
      .argument('<card>', 'content of the QR code'),
  ).action(
    tool.run(async (session, content: string, options: BagOptions) => {
      const card = readCard(content)
      if (!card) throw new UsageError('This isn’t the QR code of a Handsfree card.')
      const { orderId } = await session.find(card.orderNumber)
      return card.claimCode === null
        ? session.call(operatorGetOrder, { params: { orderId } })
        : handOver(session, orderId, { claimCode: card.claimCode }, options)
    }),
  )
  addSimpleCommand(tool, 'close', 'close a handed order', operatorClose)
}

const resolutions = ['ignore', 'important', 'settle', 'lock', 'unlock', 'close', 'cancel'] as const

function resolutionOf(word: (typeof resolutions)[number], reasonOption: string | undefined) {
  const reason = () => requireOption(reasonOption, 'reason')
  switch (word) {
    case 'lock':
      return { result: 'lockOrder', reason: reasonOption ?? '' } as const
    case 'unlock':
      return { result: 'unlockOrder' } as const
    case 'close':
      return { result: 'closeOrder', reason: reason() } as const
    case 'cancel':
      return { result: 'cancelOrder', reason: reason() } as const
    case 'ignore':
      return { result: 'ignore' } as const
    case 'important':
      return { result: 'markImportant' } as const
    case 'settle':
      return { result: 'settle', resolution: reason() } as const
  }
}

export function addProblemCommands(tool: Tool): void {
  orderCommand(tool, 'cancel', 'cancel an order for its traveller')
    .requiredOption('--reason <text>', 'why; shown to the traveller')
    .action(
      onOrder(tool, ({ session, params }, { reason }: Reason) =>
        session.call(operatorCancel, { params, body: { reason } }),
      ),
    )
  addSimpleCommand(tool, 'refund-done', 'record that the traveller has the refund', operatorRefundDone)
  orderCommand(tool, 'report', 'report a problem with an order, or change or delete the report')
    .addArgument(new Argument('[step]').choices(['change', 'delete']))
    .option('--reason <text>', 'what is wrong')
    .action(
      onOrder(
        tool,
        async ({ session, params }, step: 'change' | 'delete' | undefined, { reason }: OptionalReason) => {
          if (step === 'delete') return session.call(operatorDeleteReport, { params, body: {} })
          const body = { reason: requireOption(reason, 'reason') }
          return session.call(step === 'change' ? operatorUpdateReport : operatorReport, { params, body })
        },
      ),
    )
  orderCommand(tool, 'resolve', 'resolve a report, or lock, unlock, close or cancel its order')
    .addArgument(new Argument('<decision>').choices(resolutions))
    .option('--reason <text>', 'shown to the traveller with settle, close and cancel')
    .action(
      onOrder(
        tool,
        async ({ session, params }, decision: (typeof resolutions)[number], { reason }: OptionalReason) =>
          session.call(operatorResolve, { params, body: resolutionOf(decision, reason) }),
      ),
    )
}
