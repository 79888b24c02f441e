/**
 * Handsfree without views. `createApp(platform, options)` creates the long-lived actors; `open…` and `create…`
 * functions create a screen's actors. Selectors read their snapshots. The rest are rules and the contract.
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
