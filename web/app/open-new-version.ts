import { homePath } from './home-path.ts'

/** Page with the script of the current build, without rendered content. */
const pagePath = import.meta.env.MODE === 'crew' ? homePath : '/index.html'

/** Unique per build. */
const findCurrentScript = () =>
  document.querySelector('script[type="module"][src^="/assets/"]')?.getAttribute('src') ?? null

/** Script of the server's current build; null if unknown or the same. */
async function fetchNewScript(): Promise<string | null> {
  const currentScript = findCurrentScript()
  if (!import.meta.env.PROD || currentScript === null) return null
  try {
    const answer = await fetch(pagePath, { cache: 'no-store' })
    const script = /src="(\/assets\/[^"]+\.js)"/.exec(answer.ok ? await answer.text() : '')?.[1]
    return script && script !== currentScript ? script : null
  } catch {
    return null
  }
}

const reloadedForKey = 'reloadedFor'

/**
 * Reloads the page if the server has a newer build, at most once per build. Call it when a file of the current build
 * is missing. Returns whether the page reloads. Drafts survive, because they are stored while typing.
 */
export async function openNewVersion(): Promise<boolean> {
  const script = await fetchNewScript()
  if (script === null) return false
  try {
    const before = sessionStorage.getItem(reloadedForKey) ?? ''
    // During a rollout, instances alternate between both builds.
    if (before.includes(script)) return false
    sessionStorage.setItem(reloadedForKey, `${before} ${script}`)
  } catch {
    // Without storage, reloads could loop.
    return false
  }
  location.reload()
  return true
}
