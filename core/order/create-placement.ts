import * as v from 'valibot'
import { createActor, fromPromise } from 'xstate'
import { createOrder, type PricedFacts, Quote, quoteOrder } from '../api/contract/order.ts'
import { getQrSite } from '../api/contract/site.ts'
import { errorCodes } from '../api/error-codes.ts'
import type { App } from '../app.ts'
import { providePayment } from '../payment/open-payment.ts'
import { paymentMachine } from '../payment/payment.machine.ts'
import { isValidPhone } from '../phone/phone.ts'
import { photoMachine } from '../photo/photo.machine.ts'
import { providePhoto } from '../photo/provide-photo.ts'
import { fail } from '../result.ts'
import { clearOrderPreview } from './clear-preview.ts'
import type { DraftReceiver } from './draft.ts'
import { photoUrls } from './placement.facts.ts'
import { type PlacementActor, placementMachine } from './placement.machine.ts'
import type {
  CreateResult,
  PlacementContext,
  QuoteResult,
  ResolveResult,
  Submission,
} from './placement.types.ts'
import { readOrderPreview, writeOrderPreview } from './preview.ts'

/** The QR id of the order that is half made on this device by whoever is signed in; null when there is none. */
export const pendingQrId = (app: App): string | null =>
  readOrderPreview(app.platform.storage, app.auth.getSnapshot().context.account?.uin ?? '')?.qrId ?? null

const receiverMe = (app: App) => (): DraftReceiver => {
  const { profile, phone } = app.auth.getSnapshot().context
  return {
    who: 'me',
    name: profile?.name ?? '',
    dialCode: profile?.dialCode ?? phone.dialCode,
    phoneNumber: profile?.phone ?? '',
  }
}

const provide = (app: App) => {
  const { api, platform } = app
  return placementMachine.provide({
    actors: {
      resolveQr: fromPromise<ResolveResult, { qrId: string }>(({ input: { qrId }, signal }) =>
        api.call(getQrSite, { params: { qrId } }, { signal }),
      ),
      quoteOrder: fromPromise<QuoteResult, PricedFacts>(({ input, signal }) =>
        api.call(quoteOrder, { body: input }, { signal }),
      ),
      createOrder: fromPromise<CreateResult, { submission: Submission | null }>(async ({ input, signal }) => {
        if (!input.submission) return fail({ kind: 'unexpected', cause: 'nothing to submit' })
        const order = await api.call(createOrder, input.submission, { signal })
        if (order.ok || order.error.kind !== 'refused') return order
        const quote = v.safeParse(Quote, order.error.details)
        const isPriceChanged = order.error.code === errorCodes.billingRuleNotFound && quote.success
        return isPriceChanged ? fail({ kind: 'priceChanged', quote: quote.output }) : order
      }),
      photo: photoMachine.provide(providePhoto(app)),
      payment: paymentMachine.provide(providePayment(app)),
    },
    actions: {
      saveDraft: ({ context }: { context: PlacementContext }) =>
        writeOrderPreview(platform.storage, {
          version: 1,
          uin: app.auth.getSnapshot().context.account?.uin ?? '',
          qrId: context.qrId,
          draft: context.draft,
          photos: photoUrls(context),
          agreedTerms: context.agreedTerms,
          submission: context.submission,
          orderId: context.orderId,
        }),
      forgetDraft: ({ context }: { context: PlacementContext }) => {
        clearOrderPreview(platform.storage)
        platform.storage.set('recentRecipientName', context.draft.receiver.name)
      },
    },
  })
}

/**
 * The placement of one QR id in this tab: the running one, or a new one from what an earlier visit left.
 * A finished placement, and one for another QR id, makes room for a new one.
 */
export function openPlacement(app: App, qrId: string, resume: 'editing' | 'confirming'): PlacementActor {
  const running = app.placements.get(qrId)
  const isAlive = running?.getSnapshot().status === 'active'
  // Scanning a code again starts another order; the unpaid one waits among the orders.
  if (running && isAlive && !(resume === 'editing' && running.getSnapshot().context.orderId)) return running
  running?.stop()
  const uin = app.auth.getSnapshot().context.account?.uin ?? ''
  const preview = readOrderPreview(app.platform.storage, uin)
  const isOurs = preview?.qrId === qrId && (resume === 'confirming' || preview.orderId === null)
  const placement = createActor(provide(app), {
    input: {
      qrId,
      restored: isOurs ? preview : null,
      resume,
      now: app.platform.now,
      newKey: app.newKey,
      me: receiverMe(app),
      isValidPhone,
    },
    inspect: app.options.inspect,
  })
  app.placements.set(qrId, placement)
  app.platform.storage.set('lastSiteQRId', qrId)
  placement.start()
  return placement
}

/** Names of receivers used last, for the form's suggestion; empty when there is none. */
export const recentRecipientName = (app: App): string => app.platform.storage.get('recentRecipientName') ?? ''
