let loaded: typeof import('./account-calls.ts') | undefined

/** The calls for a signed-in user, loaded with the first one. From then on a call goes out even while the page is left. */
export const loadAccountCalls = async () => {
  loaded ??= await import('./account-calls.ts')
  return loaded
}
