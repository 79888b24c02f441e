import type { AppRoute } from './AppRouter.tsx'
import { firstScreen, type Load, lazyScreen } from './app/lazy-screen.ts'
import { routeTable, type ScreenName } from './route-table.ts'

const loads: Record<ScreenName, Load<object>> = {
  'home/Home': () => import('./screens/home/Home.tsx'),
  'not-found/NotFound': () => import('./screens/not-found/NotFound.tsx'),
  'about/About': () => import('./screens/about/About.tsx'),
  'faq/Faq': () => import('./screens/faq/Faq.tsx'),
  'insurance/Insurance': () => import('./screens/insurance/Insurance.tsx'),
  'luggage-notice/LuggageNotice': () => import('./screens/luggage-notice/LuggageNotice.tsx'),
  'service-record/ServiceRecord': () => import('./screens/service-record/ServiceRecord.tsx'),
  'service/Service': () => import('./screens/service/Service.tsx'),
  'site-detail/SiteDetail': () => import('./screens/site-detail/SiteDetail.tsx'),
  'feedback/Feedback': () => import('./screens/feedback/Feedback.tsx'),
  'my-account/MyAccount': () => import('./screens/my-account/MyAccount.tsx'),
  'saved/Saved': () => import('./screens/saved/Saved.tsx'),
  'notifications/Notifications': () => import('./screens/notifications/Notifications.tsx'),
  'profile-edit/ProfileEdit': () => import('./screens/profile-edit/ProfileEdit.tsx'),
  'profile-init/ProfileInit': () => import('./screens/profile-init/ProfileInit.tsx'),
  'phone-dial-code/PhoneDialCode': () => import('./screens/phone-dial-code/PhoneDialCode.tsx'),
  'sign-in/SignIn': () => import('./screens/sign-in/SignIn.tsx'),
  'sign-in/SignUp': () => import('./screens/sign-in/SignUp.tsx'),
  'terms/Terms': () => import('./screens/terms/Terms.tsx'),
  'verification-code/CheckCode': () => import('./screens/verification-code/CheckCode.tsx'),
  'verification-code/SendCode': () => import('./screens/verification-code/SendCode.tsx'),
  'order-category/OrderCategory': () => import('./screens/order-category/OrderCategory.tsx'),
  'order-detail/OrderDetail': () => import('./screens/order-detail/OrderDetail.tsx'),
  'order-card/OrderCard': () => import('./screens/order-card/OrderCard.tsx'),
  'order-ledger/OrderLedger': () => import('./screens/order-ledger/OrderLedger.tsx'),
  'order-return/OrderReturn': () => import('./screens/order-return/OrderReturn.tsx'),
  'claims/Claims': () => import('./screens/claims/Claims.tsx'),
  'payment-checkout/PaymentCheckout': () => import('./screens/payment-checkout/PaymentCheckout.tsx'),
  'payment-session-status/PaymentSessionStatus': () =>
    import('./screens/payment-session-status/PaymentSessionStatus.tsx'),
  'trip/Trip': () => import('./screens/trip/Trip.tsx'),
  'handover/Handover': () => import('./screens/handover/Handover.tsx'),
  'start/Start': () => import('./screens/start/Start.tsx'),
  'scan/Scan': () => import('./screens/scan/Scan.tsx'),
  'order-create/OrderCreate': () => import('./screens/order-create/OrderCreate.tsx'),
  'order-create/OrderChange': () => import('./screens/order-create/OrderChange.tsx'),
  'order-confirm/OrderConfirm': () => import('./screens/order-confirm/OrderConfirm.tsx'),
}

/** The route of a pattern. */
export const routeAt = (path: string): AppRoute | undefined => routes.find((route) => route.path === path)

export const routes: readonly AppRoute[] = routeTable.map((facts) => ({
  ...facts,
  screen: 'hasFirstMessages' in facts ? firstScreen(loads[facts.screen]) : lazyScreen(loads[facts.screen]),
}))
