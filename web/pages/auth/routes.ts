import type { RouteConfig } from '../../app/route-config.ts'

export const routes: readonly RouteConfig[] = [
  { path: '/phone-dial-code', page: 'PhoneDialCode', titleKey: 'dialCode.title', only: 'visitors' },
  {
    path: '/sign/email',
    page: 'EmailSignIn',
    titleKey: 'emailSignIn.title',
    only: 'visitors',
    isOnDevice: true,
  },
  { path: '/sign/in', page: 'SignIn', titleKey: 'signIn.title', only: 'visitors' },
  { path: '/sign/up', page: 'SignUp', titleKey: 'signIn.title', only: 'visitors' },
  {
    path: '/verification-code/check',
    page: 'CheckCode',
    titleKey: 'code.title',
    only: 'visitors',
    isOnDevice: true,
  },
  { path: '/verification-code/send', page: 'SendCode', titleKey: 'code.sendTitle', only: 'visitors' },
]
