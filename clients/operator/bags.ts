import type { Command } from 'commander'
import { type Session, UsageError } from './session.ts'
import { addValue } from './tool.ts'

type PhotoOptions = { photo?: string[] }
export type BagOptions = PhotoOptions & { bag?: string[]; damage?: string[] }

export const addPhotoOption = (command: Command): Command =>
  command.option('--photo <file>', 'photo file; can be repeated', addValue)

export const addBagOptions = (command: Command): Command =>
  addPhotoOption(
    command.option('--bag <tag:seal>', 'tag and seal of a bag; can be repeated', addValue),
  ).option('--damage <tag:text>', 'damage of a bag; can be repeated', addValue)

/** Uploads the photos of the options and returns their URLs. */
export async function photosOf(
  session: Session,
  orderId: string,
  { photo = [] }: PhotoOptions,
): Promise<string[]> {
  const photos = []
  for (const file of photo) photos.push(await session.upload(orderId, file))
  return photos
}

const split = (pair: string, usage: string, pattern: RegExp): [string, string] => {
  const [, tag, value] = pattern.exec(pair) ?? []
  if (!tag || value === undefined) throw new UsageError(`Invalid value ${pair}. Use ${usage}.`)
  return [tag, value]
}

/**
 * Parses `--bag` and uploads photos. Photos are assigned round-robin, damage by tag. An empty seal (`TAG:`) means
 * none. Null without `--bag`.
 */
export async function bagsOf(
  session: Session,
  orderId: string,
  { bag = [], photo = [], damage = [] }: BagOptions,
) {
  const damages = new Map(damage.map((one) => split(one, '--damage TAG:TEXT', /^([^:]+):(.+)$/)))
  const bags = bag.map((one) => {
    const [tagCode, sealNumber] = split(one, '--bag TAG:SEAL', /^(.+):(.*)$/)
    return { tagCode, sealNumber, photos: [] as string[], damage: damages.get(tagCode) ?? '' }
  })
  const unknown = [...damages.keys()].find((tag) => !bags.some(({ tagCode }) => tagCode === tag))
  if (unknown !== undefined) throw new UsageError(`--damage ${unknown} doesn’t match any --bag.`)
  if (bags.length === 0) return null
  for (const [index, file] of photo.entries())
    bags[index % bags.length]?.photos.push(await session.upload(orderId, file))
  return bags
}
