/** A shrunk world that once broke an invariant, because of a bug in the product or in the simulator. Fixed since. */
export type Regression = { what: string; args: string }

/**
 * Run by `--found` and by `npm test`. Named habits and mishaps keep worlds stable when the simulator gets new
 * behaviour.
 */
export const regressions: readonly Regression[] = [
  {
    what: 'an order with an unpaid surcharge ends',
    args: '--quiet --seed 1 --trips 1 --habits thrifty --mishaps "one bag more"',
  },
  {
    what: 'an order whose pickup moves every day ends',
    args: '--quiet --seed 19 --trips 1 --habits restless',
  },
  {
    what: 'invariants hold during the change from summer time, also on a foreign phone',
    args: '--quiet --seed 4 --trips 1 --zone Europe/Berlin --start 2026-10-24T04:00:00Z --habits abroad,travelling',
  },
  {
    what: 'two tabs with one draft make one order and leave no draft',
    args: '--quiet --seed 3 --trips 1 --habits hasty,tabs',
  },
  {
    what: 'an order that two tabs submit simultaneously exists once',
    args: '--quiet --seed 1 --trips 1 --habits double',
  },
  {
    what: 'deleting an account with links and saved entries leaves no data',
    args: '--quiet --seed 2 --trips 1 --habits curious,leaving',
  },
  {
    what: 'a tab that hasn’t noticed a sign-out stores no draft',
    args: '--faults "answer slow" --seed 2 --trips 1 --habits shared,tabs,hasty',
  },
  {
    what: 'signing out removes a profile that another tab has read',
    args: '--faults "answer slow" --seed 7 --trips 1 --habits shared,tabs,hasty',
  },
  {
    what: 'a phone that wakes up isn’t sent to an expired payment page',
    args: '--faults "answer slow" --seed 15 --trips 1 --habits shared,tabs,hasty',
  },
  {
    what: 'an order whose courier never comes is cancelled and refunded',
    args: '--quiet --seed 1 --trips 1 --mishaps "nobody comes"',
  },
]

/** Splits arguments like a shell; supports double quotes. */
export const splitArguments = (args: string): string[] =>
  args.match(/"[^"]*"|\S+/g)?.map((word) => word.replaceAll('"', '')) ?? []
