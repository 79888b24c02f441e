import type { Order } from '../contract/order.ts'
import { type QuestionKind, questionKinds } from '../contract/question.ts'

/** What the traveller is asked about the bags first; null without an open question. */
export const askedFirst = ({ openQuestions }: Order): QuestionKind | null =>
  questionKinds.find((kind) => openQuestions.includes(kind)) ?? null

/** Whether the surcharge waits for another count: the traveller did not agree to the last one. */
export const isCountRefused = ({ status, countConsent }: Order): boolean =>
  status === 'pending_surcharge' && countConsent === 'notRight'

/** The page with each bag's photos and seals, and what is asked about them. */
export const ledgerPath = ({ orderId }: Pick<Order, 'orderId'>): string => `/order/ledger/${orderId}`
