import type { Build } from '../../tools/build-sizes.ts'

const steps = [
  'index.html',
  'web/app/after-load.ts',
  'web/screens/order-create/OrderCreate.tsx',
  'web/screens/sign-in/SignUp.tsx',
  'web/screens/verification-code/CheckCode.tsx',
  'web/screens/profile-init/ProfileInit.tsx',
  'web/screens/order-confirm/OrderConfirm.tsx',
  'web/screens/payment-session-status/PaymentSessionStatus.tsx',
  'web/screens/order-detail/OrderDetail.tsx',
  'web/platform/browser-broker.ts',
]

/** Scripts, words and styles from the desk's QR code to the page of the paid order. */
export function tripLoad(build: Build, locale: string): string[] {
  const sources = [...steps, `first/${locale}.js`, `rest/${locale}.js`]
  const chunks = sources.flatMap((source) => [...build.withImports(build.chunkFor(source))])
  return [...new Set(chunks.flatMap(({ file, css }) => [file, ...css]))].sort()
}
