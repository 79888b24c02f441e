/** The operator calls from a terminal: `npm run operator -- --help`. */
import { exitCodes, runOperator } from './run.ts'

process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
  // Such as `… | head -1`, which closes its end.
  if (code === 'EPIPE') return
  console.error(`The command ran, but its result cannot be written: ${message}`)
  process.exit(exitCodes.misused)
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
