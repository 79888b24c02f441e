import type { Order, Quote } from '../contract/order.ts'
import type { QrSite, Site } from '../contract/site.ts'
import type { Phone } from '../contract/user.ts'
import type { Submission, SubmissionNews } from '../lib/submission.machine.ts'
import type { DraftFormActor } from './draft-form.machine.ts'
import type { DraftFormInput, DraftFormNews } from './draft-form.ts'
import type { Draft, DraftReceiver } from './draft-shape.ts'
import type { FormPart } from './form-parts.ts'
import type { OrderPreview } from './preview.ts'

/** Why an order is not placed yet. */
export type PlacementProblem =
  | { code: 'network' }
  | { code: 'priceChanged' }
  | { code: 'quoteExpired' }
  | { code: 'refused'; errorCode: number; field: string | null; reason: string | null }
  | { code: 'unexpected' }

/** An order as it is posted. */
export type PostedOrder = NonNullable<OrderPreview['submission']>['body']

export type PlaceIds = { qrId: string; siteId: string | null }

/** The place behind a QR code, and where a restored draft goes, in today's language. */
export type ResolvedPlace = QrSite & { destination?: Site | undefined }

export type PlacementInput = {
  qrId: string
  /** The place behind the code, where it is known already: it is not requested again. */
  place?: QrSite | null
  /** What an earlier visit left of this very order. */
  restored: OrderPreview | null
  /** `confirming`: a complete draft goes straight on to its quote, as after a reload of the confirmation. */
  resume: 'editing' | 'confirming'
  /** Whether somebody is signed in. A visitor's photos wait for an account. */
  hasAccount: boolean
  /** Milliseconds since 1970. */
  now: () => number
  /** 128 random bits as hex. */
  newKey: () => string
  /** The traveller as a receiver, from the profile. */
  me: () => DraftReceiver
  isValidPhone: (phone: Phone) => boolean
}

/** What an earlier visit or another tab has left of the form. */
export type LeftForm = Pick<DraftFormInput, 'draft' | 'leftReceiver' | 'openParts' | 'photos'>

export type PlacementContext = Omit<PlacementInput, 'restored' | 'place'> & {
  /** What the form begins with; null once it has begun, and for a blank one. */
  left: LeftForm | null
  /** Null until its place is known. */
  form: DraftFormActor | null
  agreedTerms: string | null
  quote: Quote | null
  /** When the quote came, milliseconds since 1970. */
  quotedAt: number
  /** 128 random bits as hex: one order comes of this draft, whichever tab posts it. */
  draftKey: string
  submission: Submission<PostedOrder> | null
  orderId: string | null
  problem: PlacementProblem | null
}

type FoundDraft = {
  draft: Draft
  leftReceiver: DraftReceiver | null
  photos: readonly string[]
  heldPhotos: readonly string[]
  draftKey: string
}

export type PlacementEvent =
  | { type: 'placement.retry' }
  /** What another tab has saved of this very draft. */
  | ({ type: 'draft.found' } & FoundDraft)
  /** Another tab has sent it. */
  | { type: 'draft.posted' }
  | { type: 'account.signedIn' }
  | DraftFormNews
  | SubmissionNews<PostedOrder, Order>
  | { type: 'draft.review' }
  | { type: 'terms.agree' }
  | { type: 'terms.decline' }
  /** Back to the form, with one of its parts unfolded. */
  | { type: 'order.edit'; part?: FormPart }
  | { type: 'order.submit' }

export type PlacementEmitted =
  | { type: 'placement.quoted' }
  | { type: 'placement.reopened' }
  | { type: 'placement.placed'; orderId: string }
