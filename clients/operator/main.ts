/** Operator calls from the terminal: `npm run operator -- --help`. */
import { exitCodes, runOperator } from './run.ts'

process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
  // The reader closed the pipe, as `… | head -1` does.
  if (code === 'EPIPE') return
  console.error(`The output couldn’t be written: ${message}`)
  process.exit(exitCodes.misused)
})

process.exitCode = await runOperator(
  process.argv.slice(2),
  {
    write: (line) => console.log(line),
    writeError: (line) => console.error(line),
    hasColour: process.stdout.isTTY === true && !process.env.NO_COLOR,
  },
  process.env,
)
