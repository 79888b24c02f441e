import { ChevronRight } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { Anchor, type AnchorProps } from './Anchor.tsx'
import styles from './TextLink.module.css'

type Shared = {
  /** An arrow behind the words: they lead to a page. */
  forward?: boolean
  /** The whole card or tag around it is the target. */
  stretched?: boolean
  children: ReactNode
}
export type TextLinkProps = Shared & (AnchorProps | ({ href?: never } & ComponentProps<'button'>))

/** Words that lead somewhere, or do something small, such as "Change". */
export function TextLink({ forward, stretched, children, ...rest }: TextLinkProps) {
  const looks = { className: styles.link, 'data-stretched': stretched || undefined }
  const content = (
    <>
      {children}
      {forward && <ChevronRight size={18} aria-hidden="true" />}
    </>
  )
  return rest.href === undefined ? (
    <button type="button" {...looks} {...rest}>
      {content}
    </button>
  ) : (
    <Anchor {...looks} {...rest}>
      {content}
    </Anchor>
  )
}
