import type { ComponentProps } from 'react'
import { Link } from 'wouter'

/** A link: inside the app it navigates without a page load, everything else (`tel:`, `https:`) is left to the browser. */
export function Anchor({ href, ...rest }: ComponentProps<'a'> & { href: string }) {
  return href.startsWith('/') ? <Link href={href} {...rest} /> : <a href={href} {...rest} />
}
