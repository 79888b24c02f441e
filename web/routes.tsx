import { firstScreen, type LazyScreen, lazyScreen } from './app/lazy-screen.ts'
import type { MessageKey } from './app/message-key.ts'
import { routeTable, type ScreenName } from './route-table.ts'

export type AppRoute = {
  path: string
  screen: LazyScreen
  only?: 'members' | 'visitors'
  titleKey: MessageKey
}

const screens: Record<ScreenName, LazyScreen> = {
  'home/Home': firstScreen(() => import('./screens/home/Home.tsx')),
  'not-found/NotFound': lazyScreen(() => import('./screens/not-found/NotFound.tsx')),
  'about/About': lazyScreen(() => import('./screens/about/About.tsx')),
  'faq/Faq': lazyScreen(() => import('./screens/faq/Faq.tsx')),
  'insurance/Insurance': lazyScreen(() => import('./screens/insurance/Insurance.tsx')),
  'luggage-notice/LuggageNotice': lazyScreen(() => import('./screens/luggage-notice/LuggageNotice.tsx')),
  'service-record/ServiceRecord': lazyScreen(() => import('./screens/service-record/ServiceRecord.tsx')),
  'service/Service': lazyScreen(() => import('./screens/service/Service.tsx')),
  'site-detail/SiteDetail': lazyScreen(() => import('./screens/site-detail/SiteDetail.tsx')),
  'feedback/Feedback': lazyScreen(() => import('./screens/feedback/Feedback.tsx')),
  'my-account/MyAccount': lazyScreen(() => import('./screens/my-account/MyAccount.tsx')),
  'saved/Saved': lazyScreen(() => import('./screens/saved/Saved.tsx')),
  'notifications/Notifications': lazyScreen(() => import('./screens/notifications/Notifications.tsx')),
  'profile-edit/ProfileEdit': lazyScreen(() => import('./screens/profile-edit/ProfileEdit.tsx')),
  'profile-init/ProfileInit': lazyScreen(() => import('./screens/profile-init/ProfileInit.tsx')),
  'phone-dial-code/PhoneDialCode': lazyScreen(() => import('./screens/phone-dial-code/PhoneDialCode.tsx')),
  'sign-in/SignIn': lazyScreen(() => import('./screens/sign-in/SignIn.tsx')),
  'sign-in/SignUp': lazyScreen(() => import('./screens/sign-in/SignUp.tsx')),
  'terms/Terms': lazyScreen(() => import('./screens/terms/Terms.tsx')),
  'verification-code/CheckCode': lazyScreen(() => import('./screens/verification-code/CheckCode.tsx')),
  'verification-code/SendCode': lazyScreen(() => import('./screens/verification-code/SendCode.tsx')),
  'order-category/OrderCategory': lazyScreen(() => import('./screens/order-category/OrderCategory.tsx')),
  'order-detail/OrderDetail': lazyScreen(() => import('./screens/order-detail/OrderDetail.tsx')),
  'order-card/OrderCard': lazyScreen(() => import('./screens/order-card/OrderCard.tsx')),
  'order-ledger/OrderLedger': lazyScreen(() => import('./screens/order-ledger/OrderLedger.tsx')),
  'order-return/OrderReturn': lazyScreen(() => import('./screens/order-return/OrderReturn.tsx')),
  'claims/Claims': lazyScreen(() => import('./screens/claims/Claims.tsx')),
  'payment-checkout/PaymentCheckout': lazyScreen(
    () => import('./screens/payment-checkout/PaymentCheckout.tsx'),
  ),
  'payment-session-status/PaymentSessionStatus': lazyScreen(
    () => import('./screens/payment-session-status/PaymentSessionStatus.tsx'),
  ),
  'trip/Trip': lazyScreen(() => import('./screens/trip/Trip.tsx')),
  'handover/Handover': lazyScreen(() => import('./screens/handover/Handover.tsx')),
  'start/Start': lazyScreen(() => import('./screens/start/Start.tsx')),
  'scan/Scan': lazyScreen(() => import('./screens/scan/Scan.tsx')),
  'order-create/OrderCreate': lazyScreen(() => import('./screens/order-create/OrderCreate.tsx')),
  'order-create/OrderChange': lazyScreen(() => import('./screens/order-create/OrderChange.tsx')),
  'order-confirm/OrderConfirm': lazyScreen(() => import('./screens/order-confirm/OrderConfirm.tsx')),
}

/** The route of a pattern. */
export const routeAt = (path: string): AppRoute | undefined => routes.find((route) => route.path === path)

export const routes: readonly AppRoute[] = routeTable.map((facts) => ({
  ...facts,
  screen: screens[facts.screen],
}))
