import type { World } from './world.types.ts'

/** What is wrong with something, by a key that changes when it changes. */
type Wrong = { key: string; details: string }

/**
 * Of what is wrong now, what has been wrong for so many milliseconds: the rest may be on its way still. Whatever
 * disturbs everybody begins the time again.
 */
export function lasting(
  { since, time }: Pick<World, 'since' | 'time'>,
  name: string,
  wrongs: Wrong[],
  milliseconds: number,
): string[] {
  const keys = new Set(wrongs.map(({ key }) => `${name} ${key}`))
  for (const key of since.keys()) if (key.startsWith(`${name} `) && !keys.has(key)) since.delete(key)
  return wrongs.flatMap(({ key, details }) => {
    const began = since.get(`${name} ${key}`) ?? time.now
    since.set(`${name} ${key}`, began)
    return time.now - began > milliseconds ? [details] : []
  })
}
