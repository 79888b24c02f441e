import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import * as v from 'valibot'
import type { KeyValueStorage } from '../../lib/platform.ts'

const StoredValues = v.record(v.string(), v.string())

function read(file: string): Map<string, string> {
  try {
    const facts = v.safeParse(StoredValues, JSON.parse(readFileSync(file, 'utf8')))
    return new Map(facts.success ? Object.entries(facts.output) : [])
  } catch {
    return new Map()
  }
}

/** A JSON file with mode 600, because it contains the token. A corrupt file counts as empty. */
export function createFileStorage(file: string): KeyValueStorage {
  const values = read(file)
  const write = () => {
    try {
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(`${file}.new`, JSON.stringify(Object.fromEntries(values)), { mode: 0o600 })
      renameSync(`${file}.new`, file)
    } catch {
      // Lost writes are allowed by the storage contract.
    }
  }
  return {
    get: (key) => values.get(key) ?? null,
    set(key, value) {
      values.set(key, value)
      write()
    },
    remove(key) {
      if (values.delete(key)) write()
    },
    // Assumes that no other process writes the file.
    subscribe: () => () => {},
  }
}
