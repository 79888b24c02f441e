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
