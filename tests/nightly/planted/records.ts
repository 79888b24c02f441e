import { machineBugs } from './machines.ts'
import type { Planted } from './planted.types.ts'
import { ruleBugs } from './rules.ts'
import { serverBugs } from './server.ts'

export const records: readonly Planted[] = [...machineBugs, ...ruleBugs, ...serverBugs]
