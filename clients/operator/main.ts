/** The operator calls from a terminal: `npm run operator -- --help`. */
import { runOperator } from './run.ts'

process.exitCode = await runOperator(
  process.argv.slice(2),
  {
    write: (line) => console.log(line),
    complain: (line) => console.error(line),
    hasColour: process.stdout.isTTY === true && !process.env.NO_COLOR,
  },
  process.env,
)
