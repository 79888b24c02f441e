/**
 * Handsfree without a view. `createApp(platform, options)` builds the long-lived actors; the `open…` and `create…`
 * functions make the actors of a screen; selectors say what a view may ask; the rest are the rules and the contract.
 */
export * from './api/index.ts'
export * from './app.ts'
export * from './auth/index.ts'
export * from './contact/index.ts'
export * from './feedback/index.ts'
export * from './insurance/index.ts'
export * from './language/index.ts'
export * from './notification/index.ts'
export * from './order/index.ts'
export * from './payment/index.ts'
export * from './phone/index.ts'
export * from './photo/index.ts'
export * from './platform.ts'
export * from './policy/index.ts'
export * from './profile/index.ts'
export * from './realtime/index.ts'
export * from './resource/index.ts'
export * from './result.ts'
export * from './scanner/index.ts'
export * from './site/index.ts'
