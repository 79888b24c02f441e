import type { Order } from '../contract/order.ts'
import { type QuestionKind, questionKinds } from '../contract/question.ts'

/** The first open question about the bags; null if none. */
export const firstOpenQuestion = ({ openQuestions }: Order): QuestionKind | null =>
  questionKinds.find((kind) => openQuestions.includes(kind)) ?? null

/** Whether the traveller rejected the courier's count, so that the bags must be counted again. */
export const isCountRefused = ({ status, countConsent }: Order): boolean =>
  status === 'pending_surcharge' && countConsent === 'notRight'

export const ledgerPath = ({ orderId }: Pick<Order, 'orderId'>): string => `/order/ledger/${orderId}`
