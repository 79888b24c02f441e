import { customerViews } from '@handsfree/core/api'
import { useLocationProperty } from 'wouter/use-browser-location'

export type ViewName = keyof typeof customerViews
export const viewNames = Object.keys(customerViews) as ViewName[]

const isViewName = (name: string): name is ViewName => name in customerViews

/** The view in the address: its hash, or the `view` of a link; all orders otherwise. */
const readView = (): ViewName => {
  const asked = [location.hash.slice(1), new URLSearchParams(location.search).get('view') ?? '']
  return asked.find(isViewName) ?? 'all'
}

/** The chosen view is in the address, so that "back" from an order finds it again. */
export function useView(): [ViewName, (name: ViewName) => void] {
  const view = useLocationProperty(readView, () => 'all')
  // A changed hash keeps the page; a new path would render it again.
  const show = (name: ViewName) => history.replaceState(history.state, '', `#${name}`)
  return [view, show]
}
