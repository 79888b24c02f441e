/** A shrunk world that once broke an invariant, because of a bug in the product or in the simulator. Fixed since. */
export type Found = { what: string; args: string }

/**
 * Run by `--found` and by `npm test`. Named habits and mishaps keep worlds stable when the simulator gets new
 * behaviour.
 */
export const found: readonly Found[] = [
  {
    what: 'an order whose surcharge nobody pays ends',
    args: '--quiet --seed 1 --trips 1 --habits thrifty --mishaps "one bag more"',
  },
  {
    what: 'a pickup that is moved day by day ends',
    args: '--quiet --seed 19 --trips 1 --habits restless',
  },
  {
    what: 'a night that is an hour longer keeps every promise, also on a phone of another country',
    args: '--quiet --seed 4 --trips 1 --zone Europe/Berlin --start 2026-10-24T04:00:00Z --habits abroad,travelling',
  },
  {
    what: 'two tabs at work on one draft make one order, and leave no draft',
    args: '--quiet --seed 3 --trips 1 --habits hasty,tabs',
  },
  {
    what: 'an order that two tabs send at once is there once',
    args: '--quiet --seed 1 --trips 1 --habits double',
  },
  {
    what: 'an account that made links and saved entries is deleted, and nothing of it is left',
    args: '--quiet --seed 2 --trips 1 --habits curious,leaving',
  },
  {
    what: 'a tab that has yet to hear of a sign-out stores no draft again',
    args: '--faults "answer slow" --seed 2 --trips 1 --habits shared,tabs,hasty',
  },
  {
    what: 'signing out removes a profile that another tab has read',
    args: '--faults "answer slow" --seed 7 --trips 1 --habits shared,tabs,hasty',
  },
  {
    what: 'a phone that slept is led to no page of the provider that has ended',
    args: '--faults "answer slow" --seed 15 --trips 1 --habits shared,tabs,hasty',
  },
  {
    what: 'an order whose courier never comes is called off, and its money goes back',
    args: '--quiet --seed 1 --trips 1 --mishaps "nobody comes"',
  },
]

/** Splits arguments like a shell; supports double quotes. */
export const wordsOf = (args: string): string[] =>
  args.match(/"[^"]*"|\S+/g)?.map((word) => word.replaceAll('"', '')) ?? []
