import { type Session, UsageError } from './session.ts'

/** Options that commands have beside those of the tool. */
export const commandOptions = {
  address: { type: 'string' },
  all: { type: 'string' },
  bag: { type: 'string', multiple: true },
  code: { type: 'string' },
  damage: { type: 'string', multiple: true },
  detail: { type: 'string' },
  name: { type: 'string' },
  phone: { type: 'string' },
  free: { type: 'boolean' },
  photo: { type: 'string', multiple: true },
  plate: { type: 'string' },
  region: { type: 'string' },
  at: { type: 'string' },
  reason: { type: 'string' },
  site: { type: 'string' },
  'dry-run': { type: 'boolean' },
  public: { type: 'string' },
  qr: { type: 'string', multiple: true },
} as const
export type OptionName = keyof typeof commandOptions
export type Options = {
  [Name in OptionName]?: (typeof commandOptions)[Name] extends { multiple: true }
    ? string[]
    : (typeof commandOptions)[Name] extends { type: 'boolean' }
      ? boolean
      : string
}

export type Given = { session: Session; words: string[]; options: Options }

export type Command = {
  usage: string
  summary: string
  /** Least and greatest number of words. */
  words: [number, number]
  options?: readonly OptionName[]
  /** A long list comes as `pagesOf`, and is printed as it comes. */
  run(given: Given): Promise<unknown>
  /** The result, or a page of it, for people, where the tool’s usual way does not fit; null where it does. `url` is the server’s. */
  lines?(result: never, url: string, options: Options): string[] | null
}

/** The word, if it is one of those that may be given. Throws `UsageError`. */
export const choice = <const Word extends string>(word: string | undefined, words: readonly Word[]): Word => {
  const found = words.find((one) => one === word)
  if (!found) throw new UsageError(`${word ?? 'Nothing'} is none of ${words.join(', ')}.`)
  return found
}

/** The value of an option that must be given. Throws `UsageError`. */
export const required = (value: string | undefined, name: OptionName): string => {
  if (!value) throw new UsageError(`--${name} is missing.`)
  return value
}
