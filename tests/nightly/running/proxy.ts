import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Path of the proxy of `compose.yaml` (Debian's package `caddy`), or null if it isn't installed. */
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
