/**
 * Exports for a traveller’s client, from the QR code to the paid order and its page. Everything else is in the subpaths,
 * such as `@handsfree/core/claims`.
 */
export { createApiClient, demoStaticKey } from '../api/index.ts'
export { type App, type AppOptions, createApp } from '../app.ts'
export {
  type AuthActor,
  type AuthSnapshot,
  authProblemText,
  createDeviceConsent,
  selectAuthIsBusy,
  selectAuthProblem,
  selectCanResend,
  selectDemoCode,
  selectIsEnteringCode,
  selectIsEnteringPhone,
  selectIsSignedIn,
  selectNeedsProfile,
  selectSecondsLeft,
} from '../auth/index.ts'
export {
  type Draft,
  type DraftFormActor,
  deliverySlots,
  draftProblemText,
  openPayment,
  openPlacement,
  type PlacementActor,
  type PlacementSnapshot,
  pickupDays,
  pickupSlots,
  placementProblemText,
  readPendingQrId,
  selectDraft,
  selectDraftForm,
  selectDraftProblems,
  selectLivePrice,
  selectPaymentChild,
  selectPhotoSet,
  selectPlace,
  selectPlacementIsBusy,
  selectPlacementProblem,
  selectPrice,
  selectRoute,
  toDeliveryChoice,
} from '../booking/index.ts'
export {
  getQrSite,
  getSite,
  type Locale,
  locales,
  type Order,
  type QrSite,
  type Site,
} from '../contract/index.ts'
export {
  chooseLocale,
  createFormatter,
  dayOf,
  type Formatter,
  failureText,
  formatMoney,
  formatTime,
  isLocale,
  loadMessages,
  type MessageKey,
  type Messages,
} from '../i18n/index.ts'
export {
  type ApiFailure,
  type KeyValueStorage,
  mask,
  maskInspector,
  type Platform,
  pageOfState,
  type Result,
} from '../lib/index.ts'
export { createNotificationList } from '../notifications/index.ts'
export {
  createOrderDetail,
  createOrderList,
  type OrderDetailActor,
  type OrderDetailSnapshot,
  selectOrder,
  selectReadProblem,
} from '../orders/index.ts'
export {
  type PaymentActor,
  type PaymentSnapshot,
  selectPayment,
  selectPaymentIsBusy,
  selectPaymentProblem,
  selectPaymentStage,
  sessionIdOf,
} from '../payments/index.ts'
export { formatPhone } from '../phone/index.ts'
export { photoProblemText, selectPhotoIsBusy, selectPhotoProblem, selectPhotos } from '../photos/index.ts'
export { policy } from '../policy/index.ts'
export { lastQrId, readTypedCode } from '../scanner/index.ts'
export { type ActiveScreen, activeScreens, eventLabels, type Screen, screenOf } from '../screens/index.ts'
export { createSiteDetail, createSiteSearch } from '../sites/index.ts'
