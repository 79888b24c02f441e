import type { Chance } from './chance.ts'

/** What somebody is like. */
export type Habits = {
  /** Share of acts that are anything at all. */
  wild: number
  tabs: number
  /** Seconds between two acts, at most. */
  pause: number
  /** Acts in every tab at once. */
  isHasty: boolean
  /** Cancels often, also while the bank's page is open. */
  isUnsure: boolean
  /** Changes orders often. */
  isRestless: boolean
  /** Two people sign in on the device in turn. */
  isShared: boolean
  /** Tries what belongs to others, and what is over. */
  isNosy: boolean
  /** Asks for times that no page offers. */
  isOdd: boolean
  /** Says what the bags are worth. */
  isCareful: boolean
  /** Types a wrong number first, and wrong codes. */
  isClumsy: boolean
  /** Goes to the bank and never pays. */
  isPoor: boolean
  /** Pays the first bill, and no surcharge. */
  isThrifty: boolean
  /** Has a phone that is set to the time of another country. */
  isAbroad: boolean
  /** Sends the bags to an airport, whose desk stores them. */
  isTravelling: boolean
  /** Brings one order to its price in two tabs, and sends both at once. */
  isDouble: boolean
  /** Goes to pages of the account and of the order, and does there whatever may be done. */
  isCurious: boolean
  /** Deletes the account in the end. */
  isLeaving: boolean
  /** Has the order filled in by a desk, and takes it over by its link. */
  isGuest: boolean
}

const quiet: Habits = {
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
  isAbroad: false,
  isTravelling: false,
  isDouble: false,
  isCurious: false,
  isLeaving: false,
  isGuest: false,
}

const byChance = (chance: Chance): Habits => ({
  isDouble: chance.fork('double').is(0.15),
  isCurious: chance.fork('curious').is(0.25),
  isLeaving: chance.fork('leaving').is(0.1),
  isGuest: chance.fork('guest').is(0.15),
  wild: chance.pick([0, 0.05, 0.25]),
  tabs: chance.between(1, 3),
  pause: chance.pick([3, 10, 40]),
  isHasty: chance.is(0.3),
  isUnsure: chance.is(0.3),
  isRestless: chance.is(0.25),
  isShared: chance.is(0.2),
  isNosy: chance.is(0.25),
  isOdd: chance.is(0.2),
  isCareful: chance.is(0.3),
  isClumsy: chance.is(0.2),
  isPoor: chance.is(0.05),
  isThrifty: chance.is(0.1),
  isAbroad: chance.fork('abroad').is(0.3),
  isTravelling: chance.is(0.3),
})

/** Habits that are asked for by name, such as `hasty`. */
const named = (names: readonly string[]): Habits => {
  const habits = { ...quiet }
  for (const name of names) {
    if (name === 'wild') habits.wild = 0.25
    else if (name === 'tabs') habits.tabs = 3
    else {
      const key = `is${name[0]?.toUpperCase()}${name.slice(1)}`
      if (!(key in quiet)) throw new Error(`no habit ${name}`)
      Object.assign(habits, { [key]: true })
    }
  }
  return habits
}

export function habitsOf(chance: Chance, isStormy: boolean, asked: readonly string[] | null): Habits {
  if (asked) return named(asked)
  return isStormy ? byChance(chance) : quiet
}
