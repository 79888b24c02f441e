type Calls = readonly { id: string; input: unknown }[]
type Submission = { idempotencyKey: string; body: unknown }

/** Whether every post of a call that used one key had the same body. */
export function postsOncePerKey(calls: Calls, call: string, of: (input: unknown) => Submission): boolean {
  const bodies = new Map<string, string>()
  return calls
    .filter(({ id }) => id === call)
    .map(({ input }) => of(input))
    .every(({ idempotencyKey, body }) => {
      const posted = JSON.stringify(body)
      const first = bodies.get(idempotencyKey) ?? posted
      bodies.set(idempotencyKey, first)
      return first === posted
    })
}

type Stored = {
  effects: readonly { name: string }[]
  contexts: readonly unknown[]
  snapshot: { status: string; context: unknown }
}

/** Whether a reload would find what is shown: what the last save saw is what there is now. Nothing saved is nothing lost. */
export function isStored<Context>(
  { effects, contexts, snapshot }: Stored,
  save: string,
  kept: (context: Context) => unknown,
): boolean {
  const index = effects.findLastIndex(({ name }) => name === save)
  if (index < 0 || snapshot.status !== 'active') return true
  return (
    JSON.stringify(kept(contexts[index] as Context)) === JSON.stringify(kept(snapshot.context as Context))
  )
}
