/** Locales of the product (spec section 9). */
export const locales = ['en-US', 'zh-CN'] as const
export type Locale = (typeof locales)[number]
