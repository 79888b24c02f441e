import type { ComponentType, LazyExoticComponent } from 'react'
import { firstScreen, lazyScreen } from './app/lazy-screen.ts'
import type { MessageKey } from './app/message-key.ts'

export type AppRoute = {
  /** Pattern of the path; its parameters come from wouter's `useParams`. */
  path: string
  screen: LazyExoticComponent<ComponentType>
  /** Signed out, it redirects to `/sign/in?next=…` and back afterwards. */
  needsSignIn: boolean
  /** A step of signing in: signed in, it redirects to `next`, after the first profile. */
  visitorsOnly?: boolean
  /** Message that names the page in the window's title. */
  titleKey: MessageKey
}

/** Every route of the app, in the order in which they are matched. */
export const routes: readonly AppRoute[] = [
  {
    path: '/',
    screen: firstScreen(() => import('./screens/home/Home.tsx')),
    needsSignIn: false,
    titleKey: 'common.app_title',
  },
  {
    path: '/404',
    screen: lazyScreen(() => import('./screens/not-found/NotFound.tsx')),
    needsSignIn: false,
    titleKey: 'notFound.title',
  },
  {
    path: '/about',
    screen: lazyScreen(() => import('./screens/about/About.tsx')),
    needsSignIn: false,
    titleKey: 'about.title',
  },
  {
    path: '/faq',
    screen: lazyScreen(() => import('./screens/faq/Faq.tsx')),
    needsSignIn: false,
    titleKey: 'faq.title',
  },
  {
    path: '/insurance/city/:regionId',
    screen: lazyScreen(() => import('./screens/insurance/Insurance.tsx')),
    needsSignIn: false,
    titleKey: 'insurance.title',
  },
  {
    path: '/luggage/notice',
    screen: lazyScreen(() => import('./screens/luggage-notice/LuggageNotice.tsx')),
    needsSignIn: false,
    titleKey: 'luggageNotice.title',
  },
  {
    path: '/service/record',
    screen: lazyScreen(() => import('./screens/service-record/ServiceRecord.tsx')),
    needsSignIn: true,
    titleKey: 'record.title',
  },
  {
    path: '/service/:serviceId',
    screen: lazyScreen(() => import('./screens/service/Service.tsx')),
    needsSignIn: false,
    titleKey: 'home.services',
  },
  {
    path: '/site/detail/:siteId',
    screen: lazyScreen(() => import('./screens/site-detail/SiteDetail.tsx')),
    needsSignIn: false,
    titleKey: 'siteDetail.title',
  },
  {
    path: '/feedback',
    screen: lazyScreen(() => import('./screens/feedback/Feedback.tsx')),
    needsSignIn: true,
    titleKey: 'feedback.title',
  },
  {
    path: '/person/notification',
    screen: lazyScreen(() => import('./screens/notifications/Notifications.tsx')),
    needsSignIn: true,
    titleKey: 'notification.title',
  },
  {
    path: '/person/profile/edit',
    screen: lazyScreen(() => import('./screens/profile-edit/ProfileEdit.tsx')),
    needsSignIn: true,
    titleKey: 'profile.title',
  },
  {
    path: '/person/profile/init',
    screen: lazyScreen(() => import('./screens/profile-init/ProfileInit.tsx')),
    needsSignIn: true,
    titleKey: 'profileInit.title',
  },
  {
    path: '/phone-dial-code',
    screen: lazyScreen(() => import('./screens/phone-dial-code/PhoneDialCode.tsx')),
    needsSignIn: false,
    visitorsOnly: true,
    titleKey: 'dialCode.title',
  },
  {
    path: '/sign/in',
    screen: lazyScreen(() => import('./screens/sign-in/SignIn.tsx')),
    needsSignIn: false,
    visitorsOnly: true,
    titleKey: 'signIn.title',
  },
  {
    path: '/sign/up',
    screen: lazyScreen(() => import('./screens/sign-in/SignUp.tsx')),
    needsSignIn: false,
    visitorsOnly: true,
    titleKey: 'signUp.title',
  },
  {
    path: '/terms',
    screen: lazyScreen(() => import('./screens/terms/Terms.tsx')),
    needsSignIn: false,
    titleKey: 'terms.title',
  },
  {
    path: '/verification-code/check',
    screen: lazyScreen(() => import('./screens/verification-code/CheckCode.tsx')),
    needsSignIn: false,
    visitorsOnly: true,
    titleKey: 'code.title',
  },
  {
    path: '/verification-code/send',
    screen: lazyScreen(() => import('./screens/verification-code/SendCode.tsx')),
    needsSignIn: false,
    visitorsOnly: true,
    titleKey: 'code.sendTitle',
  },
  {
    path: '/order/category',
    screen: lazyScreen(() => import('./screens/order-category/OrderCategory.tsx')),
    needsSignIn: true,
    titleKey: 'orders.title',
  },
  {
    path: '/order/detail/:orderId',
    screen: lazyScreen(() => import('./screens/order-detail/OrderDetail.tsx')),
    needsSignIn: true,
    titleKey: 'order.title',
  },
  {
    path: '/payment/checkout/:paymentId',
    screen: lazyScreen(() => import('./screens/payment-checkout/PaymentCheckout.tsx')),
    needsSignIn: true,
    titleKey: 'payment.title',
  },
  {
    path: '/payment/session-status',
    screen: lazyScreen(() => import('./screens/payment-session-status/PaymentSessionStatus.tsx')),
    needsSignIn: true,
    titleKey: 'payment.title',
  },
  {
    path: '/qr-code/scan',
    screen: lazyScreen(() => import('./screens/scan/Scan.tsx')),
    needsSignIn: false,
    titleKey: 'scan.title',
  },
  {
    path: '/order/create/:qrId',
    screen: lazyScreen(() => import('./screens/order-create/OrderCreate.tsx')),
    needsSignIn: true,
    titleKey: 'orderForm.title',
  },
  {
    path: '/order/confirm',
    screen: lazyScreen(() => import('./screens/order-confirm/OrderConfirm.tsx')),
    needsSignIn: true,
    titleKey: 'orderConfirm.title',
  },
]
