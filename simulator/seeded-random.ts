import type { Random } from '../server/runtime/random.ts'
import type { Chance } from './chance.ts'

/** The server's generator, from a seed. */
export const randomOf = (chance: Chance): Random => ({
  bytes: (length) => chance.bytes(length),
  below: (limit) => chance.below(limit),
})
