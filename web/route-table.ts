import type { MessageKey } from '@handsfree/core/i18n'

type RouteFacts = {
  /** Pattern of the path; its parameters come from wouter's `useParams`. */
  path: string
  /** File of the screen in `web/pages`, without its ending. */
  screen: string
  /** Message that names the page in the window's title. */
  titleKey: MessageKey
  /**
   * `members`: signed out, it leads to `/sign/in?next=…` and back afterwards. `visitors`, a step of signing in: signed
   * in, it leads on to `next`, by way of the first profile.
   */
  only?: 'members' | 'visitors'
  /** Its address lets anyone in who has it: never indexed, never cached. */
  isSecret?: true
  /** It takes the room of a wide screen, and so does its skeleton. */
  isWide?: true
  /** It needs no messages but the first part. */
  hasFirstMessages?: true
}

/** Every route of the app, in the order in which they are tried. Data alone: the build and the tests read it too. */
export const routeTable = [
  { path: '/', screen: 'home/Home', titleKey: 'common.app_title', hasFirstMessages: true, isWide: true },
  { path: '/404', screen: 'info/NotFound', titleKey: 'notFound.title' },
  { path: '/about', screen: 'info/About', titleKey: 'about.title' },
  { path: '/faq', screen: 'info/Faq', titleKey: 'faq.title' },
  { path: '/insurance/city/:regionId', screen: 'info/Insurance', titleKey: 'insurance.title' },
  {
    path: '/luggage/notice',
    screen: 'info/LuggageNotice',
    titleKey: 'luggageNotice.title',
  },
  {
    path: '/service/record',
    screen: 'orders/ServiceRecord',
    titleKey: 'record.title',
    only: 'members',
    isWide: true,
  },
  { path: '/service/:serviceId', screen: 'info/Service', titleKey: 'services.title' },
  { path: '/site/detail/:siteId', screen: 'sites/SiteDetail', titleKey: 'siteDetail.title' },
  { path: '/feedback', screen: 'claims/Feedback', titleKey: 'feedback.title', only: 'members' },
  {
    path: '/person/account',
    screen: 'account/MyAccount',
    titleKey: 'myAccount.title',
    only: 'members',
  },
  {
    path: '/person/saved',
    screen: 'account/Saved',
    titleKey: 'saved.title',
    only: 'members',
    isWide: true,
  },
  {
    path: '/person/notification',
    screen: 'notifications/Notifications',
    titleKey: 'notification.title',
    only: 'members',
    isWide: true,
  },
  {
    path: '/person/profile/edit',
    screen: 'account/ProfileEdit',
    titleKey: 'profile.title',
    only: 'members',
  },
  {
    path: '/person/profile/init',
    screen: 'account/ProfileInit',
    titleKey: 'profileInit.title',
    only: 'members',
  },
  {
    path: '/phone-dial-code',
    screen: 'auth/PhoneDialCode',
    titleKey: 'dialCode.title',
    only: 'visitors',
  },
  { path: '/sign/in', screen: 'auth/SignIn', titleKey: 'signIn.title', only: 'visitors' },
  { path: '/sign/up', screen: 'auth/SignUp', titleKey: 'signIn.title', only: 'visitors' },
  { path: '/terms', screen: 'info/Terms', titleKey: 'terms.title' },
  {
    path: '/verification-code/check',
    screen: 'auth/CheckCode',
    titleKey: 'code.title',
    only: 'visitors',
  },
  {
    path: '/verification-code/send',
    screen: 'auth/SendCode',
    titleKey: 'code.sendTitle',
    only: 'visitors',
  },
  {
    path: '/order/category',
    screen: 'orders/OrderCategory',
    titleKey: 'orders.title',
    only: 'members',
    isWide: true,
  },
  {
    path: '/order/detail/:orderId',
    screen: 'orders/OrderDetail',
    titleKey: 'order.title',
    only: 'members',
    isWide: true,
  },
  {
    path: '/order/change/:orderId',
    screen: 'booking/OrderChange',
    titleKey: 'orderChange.title',
    only: 'members',
  },
  {
    path: '/order/card/:orderId',
    screen: 'orders/OrderCard',
    titleKey: 'card.title',
    only: 'members',
  },
  {
    path: '/order/ledger/:orderId',
    screen: 'bags/OrderLedger',
    titleKey: 'order.title',
    only: 'members',
  },
  {
    path: '/order/return/:orderId',
    screen: 'orders/OrderReturn',
    titleKey: 'order.title',
    only: 'members',
  },
  {
    path: '/order/claims/:orderId',
    screen: 'claims/Claims',
    titleKey: 'order.title',
    only: 'members',
    isWide: true,
  },
  {
    path: '/payment/checkout/:paymentId',
    screen: 'payments/PaymentCheckout',
    titleKey: 'payment.title',
    only: 'members',
  },
  {
    path: '/payment/session-status',
    screen: 'payments/PaymentSessionStatus',
    titleKey: 'payment.title',
    only: 'members',
  },
  { path: '/trip/:token', screen: 'orders/Trip', titleKey: 'trip.title', isSecret: true },
  {
    path: '/handover/:token',
    screen: 'booking/Handover',
    titleKey: 'order.title',
    isSecret: true,
  },
  { path: '/start', screen: 'booking/Start', titleKey: 'start.title' },
  { path: '/qr-code/scan', screen: 'scanner/Scan', titleKey: 'scan.title' },
  {
    path: '/order/create/:qrId',
    screen: 'booking/OrderCreate',
    titleKey: 'orderForm.title',
    isWide: true,
  },
  {
    path: '/order/confirm',
    screen: 'booking/OrderConfirm',
    titleKey: 'orderConfirm.title',
    only: 'members',
    isWide: true,
  },
] as const satisfies readonly RouteFacts[]

export type ScreenName = (typeof routeTable)[number]['screen']
