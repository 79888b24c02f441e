import { expect, it } from 'vitest'
import { lintPlanted } from './planted-lint.ts'

/** A new folder for each door: imports without a rule are refused. */
const barred: Record<string, string[]> = {
  'core/contract/a.ts': ['../claims/claim-case.ts', '../newroom/x.ts', '../api/client.ts', '../app.ts'],
  'core/lib/a.ts': ['../booking/draft.ts', '../i18n/formatter.ts', '../index.ts'],
  'core/policy/a.ts': ['../booking/draft.ts', '../newroom/x.ts', '../app.ts', '../index.ts'],
  'core/i18n/a.ts': ['../auth/auth.ts', '../newroom/x.ts'],
  'server/runtime/db/a.ts': ['../../domain/users/tokens.ts', '../../flows/move-order.ts', '../../api/app.ts'],
  'server/domain/orders/a.ts': ['../../flows/move-order.ts', '../../api/domains.ts'],
  'server/flows/a.ts': ['../api/orders.plugin.ts'],
  'web/ui/a.tsx': ['../app/useApp.ts', '@handsfree/core/orders'],
  'web/app/a.tsx': [
    '../parts/orders/OrderTag.tsx',
    '../pages/home/Home.tsx',
    '../crew/member.ts',
    '../routes.ts',
  ],
  'web/app/platform/a.tsx': ['../../routes.ts'],
  'web/parts/newroom/a.tsx': ['../../pages/home/Home.tsx', '../../routes.ts'],
  'web/pages/home/a.tsx': ['../../routes.ts', '../../crew/CrewRoot.tsx'],
  'web/crew/a.tsx': ['../pages/home/Home.tsx', '../routes.ts'],
  'statecharts/a.ts': ['../server/start.ts', '../tests/each-test.ts'],
  'tools/a.ts': ['../scripts/build.ts', '../tests/each-test.ts'],
  'scripts/a.ts': ['../tests/each-test.ts', '../server/start.ts'],
  'tests/unit/tools/a.ts': ['../../../scripts/build.ts'],
}
const open: Record<string, string[]> = {
  'core/policy/a.ts': ['../api/client.ts', '../lib/platform.ts', './price.ts'],
  'core/contract/a.ts': ['../policy/numbers.ts', './common.ts'],
  'core/booking/a.ts': ['../payments/payment.machine.ts', '../app.ts'],
  'server/runtime/db/a.ts': ['../settings/settings.ts', './work.ts'],
  'server/domain/orders/a.ts': ['../../runtime/db/work.ts', '../payments/refunds.ts'],
  'server/flows/a.ts': ['../domain/orders/effects.ts'],
  'server/api/a.ts': ['../flows/move-order.ts', '../runtime/http/route.ts'],
  'web/app/platform/a.tsx': ['../useApp.ts'],
  'web/parts/orders/a.tsx': ['../../ui/Button.tsx', '../../app/useApp.ts', '../reading/Stale.tsx'],
  'web/pages/home/a.tsx': ['../../parts/orders/OrderTag.tsx', '../../ui/Button.tsx', './Parts.tsx'],
  'web/crew/a.tsx': ['../parts/reading/FailureAlert.tsx', '../app/useApp.ts', '../ui/index.ts'],
  'statecharts/a.ts': ['../core/index.ts'],
  'scripts/a.ts': ['../statecharts/map.ts', '../tools/browser.ts'],
  'tests/server/a.ts': ['../../../server/start.ts', './harness.ts'],
}

/** One file per import. */
const files = (imports: Record<string, string[]>, text: (target: string) => string, name = 'a') =>
  Object.fromEntries(
    Object.entries(imports).flatMap(([file, targets]) =>
      targets.map((target, at) => [file.replace('/a.ts', `/${name}${at}.ts`), text(target)]),
    ),
  )

it('refuses imports through closed doors, including types and dynamic imports, and import cycles', () => {
  const closed = {
    ...files(barred, (target) => `import '${target}'`),
    'web/parts/orders/types.ts': `export type { Faq } from '../../pages/info/Faq.tsx'`,
    'server/runtime/http/later.ts': `export const later = () => import('../../domain/users/tokens.ts')`,
  }
  const allowed = files(open, (target) => `import '${target}'`, 'b')
  const circle = {
    'core/orders/one.ts': `import { two } from './two.ts'\nexport const one = () => two`,
    'core/orders/two.ts': `import { one } from './one.ts'\nexport const two = () => one`,
    'web/parts/orders/one.ts': `import type { Two } from './two.ts'\nexport type One = Two[]`,
    'web/parts/orders/two.ts': `import type { One } from './one.ts'\nexport type Two = { one: One }`,
  }
  // A selector refers to its machine's type, and the machine to a function of the selector's file.
  const circleOfTypes = {
    'core/bags/one.ts': `import type { Two } from './two.ts'\nexport type One = Two[]\nexport const one = 1`,
    'core/bags/two.ts': `import { one } from './one.ts'\nexport type Two = { one: typeof one }`,
  }
  expect(lintPlanted({ ...closed, ...allowed, ...circle, ...circleOfTypes })).toEqual(
    [
      ...Object.keys(closed).map((file) => `${file}: noRestrictedImports`),
      ...Object.keys(circle).map((file) => `${file}: noImportCycles`),
    ].sort(),
  )
})
