import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { KeyValueStorage } from '@handsfree/core'
import * as v from 'valibot'

const Facts = v.record(v.string(), v.string())

function read(file: string): Map<string, string> {
  try {
    const facts = v.safeParse(Facts, JSON.parse(readFileSync(file, 'utf8')))
    return new Map(facts.success ? Object.entries(facts.output) : [])
  } catch {
    return new Map()
  }
}

/** Facts in one JSON file that only its owner may read, for it holds the token. A broken file counts as empty. */
export function createFileStorage(file: string): KeyValueStorage {
  const facts = read(file)
  const write = () => {
    try {
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(`${file}.new`, JSON.stringify(Object.fromEntries(facts)), { mode: 0o600 })
      renameSync(`${file}.new`, file)
    } catch {
      // A full or forbidden disk loses what is written, as the interface of a storage says.
    }
  }
  return {
    get: (key) => facts.get(key) ?? null,
    set(key, value) {
      facts.set(key, value)
      write()
    },
    remove(key) {
      if (facts.delete(key)) write()
    },
    // One terminal at a time: nobody else writes the file.
    subscribe: () => () => {},
  }
}
