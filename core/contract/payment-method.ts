import * as v from 'valibot'

/** Payment methods. Apple Pay and Google Pay are cards in a phone's wallet. */
export const paymentMethods = ['card', 'apple_pay', 'google_pay', 'wechat_pay', 'alipay'] as const
export const PaymentMethod = v.picklist(paymentMethods)
export type PaymentMethod = v.InferOutput<typeof PaymentMethod>

/** Choices before the provider's page. Apple Pay and Google Pay come with `card`. */
export const PaymentChoice = v.picklist(['card', 'wechat_pay', 'alipay'])
export type PaymentChoice = v.InferOutput<typeof PaymentChoice>
