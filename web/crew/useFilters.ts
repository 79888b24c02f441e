import { useSearch } from 'wouter'
import { usePathname } from 'wouter/use-browser-location'
import { timestampParameter } from '../app/address.ts'
import { navigate } from '../app/navigate.ts'

/** Filters and sorting of a list, in the address, so that they can be shared and survive a reload. */
export function useFilters() {
  const search = useSearch()
  const path = usePathname()
  const filters = new URLSearchParams(search)
  return {
    /** Empty if it isn't set. */
    filterOf: (name: string): string => filters.get(name) ?? '',
    set(name: string, value: string) {
      const next = new URLSearchParams(search)
      next.delete(timestampParameter)
      if (value === '') next.delete(name)
      else next.set(name, value)
      navigate(`${path}?${next}`, { replace: true })
    },
  }
}
