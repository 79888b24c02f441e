import type { World } from './world.types.ts'

/** What is wrong with something, by a key that changes when it changes; whose device is looked at in each step until it ends. */
type Wrong = { key: string; details: string; who?: string }

/**
 * Of what is wrong now, what has been wrong for so many milliseconds: the rest may be on its way still. Whatever
 * disturbs everybody begins the time again.
 */
export function lasting(
  { since, time, touched }: Pick<World, 'since' | 'time' | 'touched'>,
  name: string,
  wrongs: Wrong[],
  milliseconds: number,
): string[] {
  const keys = new Set(wrongs.map(({ key }) => `${name} ${key}`))
  for (const key of since.keys()) if (key.startsWith(`${name} `) && !keys.has(key)) since.delete(key)
  return wrongs.flatMap(({ key, details, who }) => {
    if (who !== undefined) touched.add(who)
    const began = since.get(`${name} ${key}`) ?? time.now
    since.set(`${name} ${key}`, began)
    return time.now - began > milliseconds ? [details] : []
  })
}
