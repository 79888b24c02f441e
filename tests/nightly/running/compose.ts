import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as v from 'valibot'
import { parse } from 'yaml'

const root = fileURLToPath(new URL('../../../', import.meta.url))

const Environment = v.record(v.string(), v.union([v.string(), v.number()]))
const Compose = v.object({
  services: v.record(v.string(), v.looseObject({ environment: v.optional(Environment, {}) })),
})

/**
 * A service's environment in `compose.yaml`, with `${NAME:?}` and `${NAME:-}` replaced from `values`. Throws if a
 * required value is missing.
 */
export function environmentOf(service: string, values: Record<string, string>): Record<string, string> {
  const { services } = v.parse(Compose, parse(readFileSync(`${root}compose.yaml`, 'utf8'), { merge: true }))
  const { environment } = services[service] ?? {}
  if (!environment) throw new Error(`compose.yaml has no service ${service}`)
  return Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [
      name,
      String(value).replace(
        /\$\{(\w+):([?-])([^}]*)\}/g,
        (_, wanted: string, kind: string, without: string) => {
          const given = values[wanted]
          if (!given && kind === '?') throw new Error(`${wanted} is not set`)
          return given || without
        },
      ),
    ]),
  )
}
