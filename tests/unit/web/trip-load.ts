import type { Build } from '../../../tools/build-sizes.ts'

const steps = [
  'index.html',
  'web/pages/booking/OrderCreate.page.tsx',
  'web/pages/auth/SignUp.page.tsx',
  'web/pages/auth/CheckCode.page.tsx',
  'web/pages/account/ProfileInit.page.tsx',
  'web/pages/booking/OrderConfirm.page.tsx',
  'web/pages/payments/PaymentSessionStatus.page.tsx',
  'web/pages/orders/OrderDetail.page.tsx',
]

/** Scripts, messages and styles from the desk's QR code to the paid order's page. */
export function tripLoad(build: Build, locale: string): string[] {
  const sources = [...steps, `first/${locale}.js`, `rest/${locale}.js`]
  const chunks = sources.flatMap((source) => [...build.withImports(build.chunkOfSource(source))])
  return [...new Set(chunks.flatMap(({ file, css }) => [file, ...css]))].sort()
}
