import type { Chance } from './chance.ts'

export type Habits = {
  /** Share of random actions. */
  wild: number
  tabs: number
  /** Maximum seconds between two actions. */
  pause: number
  /** Acts in all tabs at the same time. */
  isHasty: boolean
  /** Often cancels, even while the bank's page is open. */
  isUnsure: boolean
  /** Often changes orders. */
  isRestless: boolean
  /** Two people use the device in turn. */
  isShared: boolean
  /** Tries to access other accounts' data and finished orders. */
  isNosy: boolean
  /** Requests times that no page offers. */
  isOdd: boolean
  /** Declares the value of the bags. */
  isCareful: boolean
  /** Mistypes the phone number and codes. */
  isClumsy: boolean
  /** Opens the bank's page, but never pays. */
  isPoor: boolean
  /** Pays the first bill, but no surcharge. */
  isThrifty: boolean
  /** Pays by a method whose money takes hours, often after its bill was dropped. */
  isTardy: boolean
  /** Puts the phone away for a day, with its pages open. */
  isSleepy: boolean
  /** Uses a foreign time zone. */
  isAbroad: boolean
  /** Sends bags to an airport with storage. */
  isTravelling: boolean
  /** Submits one order from two tabs at the same time. */
  isDouble: boolean
  /** Visits account and order pages and uses everything there. */
  isCurious: boolean
  /** Deletes the account at the end. */
  isLeaving: boolean
  /** Takes over an order that a desk has prepared. */
  isGuest: boolean
}

const noHabits: Habits = {
  wild: 0,
  tabs: 1,
  pause: 10,
  isHasty: false,
  isUnsure: false,
  isRestless: false,
  isShared: false,
  isNosy: false,
  isOdd: false,
  isCareful: false,
  isClumsy: false,
  isPoor: false,
  isThrifty: false,
  isTardy: false,
  isSleepy: false,
  isAbroad: false,
  isTravelling: false,
  isDouble: false,
  isCurious: false,
  isLeaving: false,
  isGuest: false,
}

const randomHabits = (chance: Chance): Habits => ({
  isDouble: chance.fork('double').bool(0.15),
  isCurious: chance.fork('curious').bool(0.25),
  isLeaving: chance.fork('leaving').bool(0.1),
  isGuest: chance.fork('guest').bool(0.15),
  wild: chance.pick([0, 0.05, 0.25]),
  tabs: chance.between(1, 3),
  pause: chance.pick([3, 10, 40]),
  isHasty: chance.bool(0.3),
  isUnsure: chance.bool(0.3),
  isRestless: chance.bool(0.25),
  isShared: chance.bool(0.2),
  isNosy: chance.bool(0.25),
  isOdd: chance.bool(0.2),
  isCareful: chance.bool(0.3),
  isClumsy: chance.bool(0.2),
  isPoor: chance.bool(0.05),
  isThrifty: chance.bool(0.1),
  isTardy: chance.fork('tardy').bool(0.15),
  isSleepy: chance.fork('sleepy').bool(0.15),
  isAbroad: chance.fork('abroad').bool(0.3),
  isTravelling: chance.bool(0.3),
})

/** As `--habits` takes them: `isHasty` is `hasty`. */
const habitNames = Object.keys(noHabits).map((key) =>
  key.replace(/^is(.)/, (_, letter: string) => letter.toLowerCase()),
)

const habitsByName = (names: readonly string[]): Habits => {
  const habits = { ...noHabits }
  for (const name of names) {
    if (name === 'wild') habits.wild = 0.25
    else if (name === 'tabs') habits.tabs = 3
    else {
      const key = `is${name[0]?.toUpperCase()}${name.slice(1)}`
      if (!(key in noHabits)) throw new Error(`Unknown habit ${name}. Use ${habitNames.join(', ')}.`)
      Object.assign(habits, { [key]: true })
    }
  }
  return habits
}

export function habitsOf(chance: Chance, isStormy: boolean, asked: readonly string[] | null): Habits {
  if (asked) return habitsByName(asked)
  return isStormy ? randomHabits(chance) : noHabits
}
