import type { SavedContent } from '@handsfree/core/api'

/** What a saved entry is called. */
export const nameOf = (content: SavedContent): string =>
  content.kind === 'receiver' ? content.name : content.address
