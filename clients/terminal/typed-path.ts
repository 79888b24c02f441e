import { homedir } from 'node:os'
import { resolve } from 'node:path'

/** A path as people type or drop it: with a home, in quotes. */
export const toPath = (typed: string): string =>
  resolve(typed.replace(/^(['"])(.*)\1$/, '$2').replace(/^~(?=\/)/, homedir()))
