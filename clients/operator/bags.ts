import type { OptionName, Options } from './command.ts'
import { type Session, UsageError } from './session.ts'

/** Options of a command that looks at bags. */
export const bagOptions = ['bag', 'photo', 'damage'] as const satisfies readonly OptionName[]
export const bagUsage = '[--bag TAG:SEAL… [--photo FILE…] [--damage TAG:TEXT…]]'

/** Addresses of the photos that the options name, stored for the order. */
export async function photosOf(
  session: Session,
  orderId: string,
  { photo = [] }: Options,
): Promise<string[]> {
  const photos = []
  for (const file of photo) photos.push(await session.upload(orderId, file))
  return photos
}

const split = (pair: string, usage: string, pattern: RegExp): [string, string] => {
  const [, tag, value] = pattern.exec(pair) ?? []
  if (!tag || value === undefined) throw new UsageError(`${pair} is no ${usage}.`)
  return [tag, value]
}

/**
 * The bags of the options: a tag and a seal each, the photos in turn, the damage by its tag. An empty seal (`TAG:`) says
 * that there is none. Null without `--bag`.
 */
export async function bagsOf(
  session: Session,
  orderId: string,
  { bag = [], photo = [], damage = [] }: Options,
) {
  const damages = new Map(damage.map((one) => split(one, '--damage TAG:TEXT', /^([^:]+):(.+)$/)))
  const bags = bag.map((one) => {
    const [tagCode, sealNumber] = split(one, '--bag TAG:SEAL', /^(.+):(.*)$/)
    return { tagCode, sealNumber, photos: [] as string[], damage: damages.get(tagCode) ?? '' }
  })
  const unknown = [...damages.keys()].find((tag) => !bags.some(({ tagCode }) => tagCode === tag))
  if (unknown !== undefined) throw new UsageError(`--damage ${unknown} is of no --bag.`)
  if (bags.length === 0) return null
  for (const [index, file] of photo.entries())
    bags[index % bags.length]?.photos.push(await session.upload(orderId, file))
  return bags
}
