import type { Random } from '../server/runtime/random.ts'
import type { Chance } from './chance.ts'

export const randomOf = (chance: Chance): Random => ({
  bytes: (length) => chance.bytes(length),
  below: (limit) => chance.below(limit),
})
