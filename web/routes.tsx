import type { AppRoute } from './app/AppRouter.tsx'
import { firstScreen, type Load, lazyScreen } from './app/lazy-screen.ts'
import { routeTable, type ScreenName } from './route-table.ts'

const loads: Record<ScreenName, Load<object>> = {
  'home/Home': () => import('./pages/home/Home.tsx'),
  'info/NotFound': () => import('./pages/info/NotFound.tsx'),
  'info/About': () => import('./pages/info/About.tsx'),
  'info/Faq': () => import('./pages/info/Faq.tsx'),
  'info/Insurance': () => import('./pages/info/Insurance.tsx'),
  'info/LuggageNotice': () => import('./pages/info/LuggageNotice.tsx'),
  'orders/ServiceRecord': () => import('./pages/orders/ServiceRecord.tsx'),
  'info/Service': () => import('./pages/info/Service.tsx'),
  'sites/SiteDetail': () => import('./pages/sites/SiteDetail.tsx'),
  'claims/Feedback': () => import('./pages/claims/Feedback.tsx'),
  'account/MyAccount': () => import('./pages/account/MyAccount.tsx'),
  'account/Saved': () => import('./pages/account/Saved.tsx'),
  'notifications/Notifications': () => import('./pages/notifications/Notifications.tsx'),
  'account/ProfileEdit': () => import('./pages/account/ProfileEdit.tsx'),
  'account/ProfileInit': () => import('./pages/account/ProfileInit.tsx'),
  'auth/PhoneDialCode': () => import('./pages/auth/PhoneDialCode.tsx'),
  'auth/SignIn': () => import('./pages/auth/SignIn.tsx'),
  'auth/SignUp': () => import('./pages/auth/SignUp.tsx'),
  'info/Terms': () => import('./pages/info/Terms.tsx'),
  'auth/CheckCode': () => import('./pages/auth/CheckCode.tsx'),
  'auth/SendCode': () => import('./pages/auth/SendCode.tsx'),
  'orders/OrderCategory': () => import('./pages/orders/OrderCategory.tsx'),
  'orders/OrderDetail': () => import('./pages/orders/OrderDetail.tsx'),
  'orders/OrderCard': () => import('./pages/orders/OrderCard.tsx'),
  'bags/OrderLedger': () => import('./pages/bags/OrderLedger.tsx'),
  'orders/OrderReturn': () => import('./pages/orders/OrderReturn.tsx'),
  'claims/Claims': () => import('./pages/claims/Claims.tsx'),
  'payments/PaymentCheckout': () => import('./pages/payments/PaymentCheckout.tsx'),
  'payments/PaymentSessionStatus': () => import('./pages/payments/PaymentSessionStatus.tsx'),
  'orders/Trip': () => import('./pages/orders/Trip.tsx'),
  'booking/Handover': () => import('./pages/booking/Handover.tsx'),
  'booking/Start': () => import('./pages/booking/Start.tsx'),
  'scanner/Scan': () => import('./pages/scanner/Scan.tsx'),
  'booking/OrderCreate': () => import('./pages/booking/OrderCreate.tsx'),
  'booking/OrderChange': () => import('./pages/booking/OrderChange.tsx'),
  'booking/OrderConfirm': () => import('./pages/booking/OrderConfirm.tsx'),
}

/** The route of a pattern. */
export const routeAt = (path: string): AppRoute | undefined => routes.find((route) => route.path === path)

export const routes: readonly AppRoute[] = routeTable.map((facts) => ({
  ...facts,
  screen: 'hasFirstMessages' in facts ? firstScreen(loads[facts.screen]) : lazyScreen(loads[facts.screen]),
}))
