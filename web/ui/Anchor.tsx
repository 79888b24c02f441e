import type { ComponentProps } from 'react'
import { Link } from 'wouter'

export type AnchorProps = Omit<ComponentProps<'a'>, 'href'> & {
  href: string
  /** Replaces the history entry. Only for pages of the app. */
  replace?: boolean
}

/** Client-side navigation for pages of the app. The browser handles `tel:`, `https:` and `.txt` files. */
export function Anchor({ href, replace = false, ...rest }: AnchorProps) {
  const isPage = href.startsWith('/') && !href.endsWith('.txt')
  return isPage ? <Link href={href} replace={replace} {...rest} /> : <a href={href} {...rest} />
}
