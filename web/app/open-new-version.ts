/** Address of the page's own script: every build has another. */
const ownScript = () =>
  document.querySelector('script[type="module"][src^="/assets/"]')?.getAttribute('src') ?? null

/** Script of the build that the server has now; null when that is unknown, or this page's. */
async function newScript(): Promise<string | null> {
  const own = ownScript()
  if (!import.meta.env.PROD || own === null) return null
  try {
    const answer = await fetch('/index.html', { cache: 'no-store' })
    const script = /src="(\/assets\/[^"]+\.js)"/.exec(answer.ok ? await answer.text() : '')?.[1]
    return script && script !== own ? script : null
  } catch {
    return null
  }
}

const reloadedFor = 'reloadedFor'

/**
 * Opens the page again in the version that the server has now, once for each: a file of the page's own version is gone.
 * Returns whether the page is on its way; drafts are stored as they are typed, and outlive it.
 */
export async function openNewVersion(): Promise<boolean> {
  const script = await newScript()
  if (script === null) return false
  try {
    const before = sessionStorage.getItem(reloadedFor) ?? ''
    // While a release rolls out, instances answer with one build and the other.
    if (before.includes(script)) return false
    sessionStorage.setItem(reloadedFor, `${before} ${script}`)
  } catch {
    // Without storage nothing would end reloading.
    return false
  }
  location.reload()
  return true
}
