/** `npm run simulate -- --seed N --trips M`: bundles the simulator and plays it. */
import { spawnSync } from 'node:child_process'
import { bundle } from './bundle.ts'

const { file, remove } = await bundle()
try {
  const { status } = spawnSync(process.execPath, ['--enable-source-maps', file, ...process.argv.slice(2)], {
    stdio: 'inherit',
  })
  process.exitCode = status ?? 1
} finally {
  remove()
}
