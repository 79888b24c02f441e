/**
 * Runs before the content of a kept page (`kept-pages.ts`) is parsed. If another account is signed in here, nothing is
 * shown, and the page is asked for again. A classic script, because a module would run after the first paint.
 */
const keptOwner = document.currentScript?.dataset.owner
try {
  // `storageKeys.auth`; an import would make this a module.
  const { account } = JSON.parse(localStorage.getItem('auth') ?? '{}')
  if (account?.uin !== keptOwner) throw new Error('kept for another account')
  window.earlyTaps = []
  addEventListener('click', ({ target }) => target && window.earlyTaps?.push(target), true)
} catch {
  window.stop()
  caches.delete('kept-pages').then(
    () => location.reload(),
    () => location.replace('/'),
  )
}
