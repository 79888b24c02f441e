/** Plays worlds, one bundle for all of them, until one breaks: each argument holds those of one world. */
import { bundle } from '../simulate/bundle.ts'
import { play } from '../simulate/play.ts'

const { file, remove } = await bundle()
try {
  for (const world of process.argv.slice(2)) {
    const { status, output } = play(file, ...world.split(' '))
    if (status === 0) continue
    console.log(`BROKEN WORLD ${world}\n${output.slice(-2_000)}`)
    process.exitCode = 1
    break
  }
} finally {
  remove()
}
