/**
 * Handsfree without a view. `createApp(platform, options)` builds the long-lived actors; the `open…` and `create…`
 * functions make the actors of a screen; selectors read their snapshots; the rest are the rules and the contract.
 */
export * from './account/index.ts'
export * from './api/index.ts'
export * from './app.ts'
export * from './auth/index.ts'
export * from './bags/index.ts'
export * from './booking/index.ts'
export * from './calendar/index.ts'
export * from './claims/index.ts'
export * from './contract/index.ts'
export * from './i18n/index.ts'
export * from './lib/index.ts'
export * from './notifications/index.ts'
export * from './orders/index.ts'
export * from './payments/index.ts'
export * from './phone/index.ts'
export * from './photos/index.ts'
export * from './policy/index.ts'
export * from './realtime/index.ts'
export * from './scanner/index.ts'
export * from './sites/index.ts'
