import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The proxy of `compose.yaml`, if it is on this machine (Debian's package `caddy`). */
export function findProxy(): string | null {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    try {
      const path = join(folder, 'caddy')
      accessSync(path, constants.X_OK)
      return path
    } catch {}
  }
  return null
}
