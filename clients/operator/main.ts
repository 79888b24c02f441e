/** The operator calls from a terminal: `npm run operator -- --help`. */
import { runOperator } from './run.ts'

// Such as `… | head -1`, which closes its end.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})

process.exitCode = await runOperator(
  process.argv.slice(2),
  {
    write: (line) => console.log(line),
    complain: (line) => console.error(line),
    hasColour: process.stdout.isTTY === true && !process.env.NO_COLOR,
  },
  process.env,
)
