/** Actions in words, as they are written: one, a list, or none. */
export const actionNames = (actions: unknown): string =>
  [actions ?? []]
    .flat()
    .map((action: unknown) => (typeof action === 'string' ? action : (action as { type: string }).type))
    .join(', ')
