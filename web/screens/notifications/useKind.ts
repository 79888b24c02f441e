import { customerNotificationTypes } from '@handsfree/core/api'
import type { CustomerNotificationName } from '@handsfree/core/notification'
import { useLocationProperty } from 'wouter/use-browser-location'

/** One type of notification by its name, or all of them. */
export type Kind = CustomerNotificationName | 'all'

export const kinds = ['all', ...Object.keys(customerNotificationTypes)] as Kind[]

/** The type's number; null for all. */
export const typeOf = (kind: Kind) => (kind === 'all' ? null : customerNotificationTypes[kind])

/** The kind that the address names by its hash; all otherwise. */
const readKind = (): Kind => kinds.find((kind) => kind === location.hash.slice(1)) ?? 'all'

/** The chosen kind stands in the address, so that coming back from an order finds it again. */
export function useKind(): [Kind, (kind: Kind) => void] {
  const kind = useLocationProperty(readKind)
  // A changed hash keeps the page; a new path would make it anew.
  const show = (next: Kind) => history.replaceState(history.state, '', `#${next}`)
  return [kind, show]
}
