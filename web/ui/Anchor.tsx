import type { ComponentProps } from 'react'
import { Link } from 'wouter'

export type AnchorProps = Omit<ComponentProps<'a'>, 'href'> & {
  href: string
  /** The new page replaces this one in the history. For pages of the app only. */
  replace?: boolean
}

/**
 * A link: inside the app it navigates without a page load, everything else (`tel:`, `https:`, `/licenses.txt`) is left to the
 * browser.
 */
export function Anchor({ href, replace = false, ...rest }: AnchorProps) {
  const isPage = href.startsWith('/') && !href.endsWith('.txt')
  return isPage ? <Link href={href} replace={replace} {...rest} /> : <a href={href} {...rest} />
}
