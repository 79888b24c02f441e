import { homedir } from 'node:os'
import { resolve } from 'node:path'

export const toPath = (typed: string): string =>
  resolve(typed.replace(/^(['"])(.*)\1$/, '$2').replace(/^~(?=\/)/, homedir()))
