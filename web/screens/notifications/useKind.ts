import { customerNotificationTypes } from '@handsfree/core/api'
import type { CustomerNotificationName } from '@handsfree/core/notification'
import { useLocationProperty } from 'wouter/use-browser-location'

export type Kind = CustomerNotificationName | 'all'

export const kinds = ['all', ...Object.keys(customerNotificationTypes)] as Kind[]

export const typeOf = (kind: Kind) => (kind === 'all' ? null : customerNotificationTypes[kind])

/** The kind in the address's hash; all otherwise. */
const readKind = (): Kind => kinds.find((kind) => kind === location.hash.slice(1)) ?? 'all'

/** The chosen kind is in the address, so that "back" from an order finds it again. */
export function useKind(): [Kind, (kind: Kind) => void] {
  const kind = useLocationProperty(readKind, () => 'all')
  // A changed hash keeps the page; a new path would render it again.
  const show = (next: Kind) => history.replaceState(history.state, '', `#${next}`)
  return [kind, show]
}
