import { expect, it } from 'vitest'
import { lintPlanted } from './planted-lint.ts'

/** For each door a room that is new as well: what no rule names is barred. */
const barred: Record<string, string[]> = {
  'core/policy/a.ts': ['../order/draft.ts', '../newroom/x.ts', '../app.ts', '../index.ts'],
  'core/api/contract/a.ts': ['../../claim/claim.ts', '../../newroom/x.ts', '../client.ts'],
  'core/clock/a.ts': ['../app.ts', '../reading/create-reading.ts'],
  'server/db/a.ts': ['../users/tokens.ts', '../newroom/x.ts', '../http/route.ts', '../services.ts'],
  'server/http/a.ts': ['../users/tokens.ts', '../metrics/metrics.ts', '../newroom/x.ts', '../start.ts'],
  'web/ui/a.tsx': ['../app/useApp.ts', '@handsfree/core/order'],
  'web/format/a.tsx': ['../app/useApp.ts', '../newroom/X.tsx', '../routes.tsx'],
  'web/app/a.tsx': ['../format/money.tsx', '../order/OrderBadge.tsx', '../screens/home/Home.tsx'],
  'web/order/a.tsx': ['../site/Site.tsx', '../newroom/X.tsx', '../screens/home/Home.tsx', '../routes.tsx'],
  'web/newroom/a.tsx': ['../order/OrderBadge.tsx'],
  'web/screens/home/a.tsx': [
    '../faq/Faq.tsx',
    '../../screens/faq/Faq.tsx',
    '../../../web/screens/faq/Faq.tsx',
    '../../routes.tsx',
  ],
  'statecharts/a.ts': ['../server/start.ts', '../tests/each-test.ts'],
  'tools/a.ts': ['../scripts/build.ts', '../tests/each-test.ts'],
  'scripts/a.ts': ['../tests/each-test.ts', '../server/start.ts'],
  'tests/scripts/a.ts': ['../../scripts/build.ts'],
}
const open: Record<string, string[]> = {
  'core/policy/a.ts': ['../api/client.ts', '../platform.ts', './price.ts'],
  'core/api/contract/a.ts': ['../../policy/policy.ts', './common.ts'],
  'server/db/a.ts': ['../settings.ts', './work.ts'],
  'server/http/a.ts': ['../db/work.ts', '../services.ts', './route.ts'],
  'web/format/a.tsx': ['../ui/Button.tsx'],
  'web/order/a.tsx': [
    '../ui/Button.tsx',
    '../format/money.tsx',
    '../app/useApp.ts',
    '../reading/Reading.tsx',
  ],
  'web/screens/home/a.tsx': ['../../order/OrderBadge.tsx', '../../ui/Button.tsx', './Parts.tsx'],
  'statecharts/a.ts': ['../core/index.ts'],
  'scripts/a.ts': ['../statecharts/map.ts', '../tools/browser.ts'],
  'tests/server/a.ts': ['../../server/start.ts', './harness.ts'],
}

/** A file for each import, numbered beside the first. */
const files = (imports: Record<string, string[]>, text: (target: string) => string, name = 'a') =>
  Object.fromEntries(
    Object.entries(imports).flatMap(([file, targets]) =>
      targets.map((target, at) => [file.replace('/a.ts', `/${name}${at}.ts`), text(target)]),
    ),
  )

it('refuses an import through each closed door, of types and on request too, and circles', () => {
  const closed = {
    ...files(barred, (target) => `import '${target}'`),
    'web/screens/home/types.ts': `export type { Faq } from '../faq/Faq.tsx'`,
    'server/http/later.ts': `export const later = () => import('../users/tokens.ts')`,
  }
  const allowed = files(open, (target) => `import '${target}'`, 'b')
  const circle = {
    'core/order/one.ts': `import type { Two } from './two.ts'\nexport type One = Two[]`,
    'core/order/two.ts': `import type { One } from './one.ts'\nexport type Two = { one: One }`,
  }
  expect(lintPlanted({ ...closed, ...allowed, ...circle })).toEqual(
    [
      ...Object.keys(closed).map((file) => `${file}: noRestrictedImports`),
      ...Object.keys(circle).map((file) => `${file}: noImportCycles`),
    ].sort(),
  )
})
