import { ChevronRight } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { Anchor, type AnchorProps } from './Anchor.tsx'
import styles from './TextLink.module.css'

type Shared = {
  forward?: boolean
  /** Extends the target to the surrounding card or tag. */
  stretched?: boolean
  children: ReactNode
}
export type TextLinkProps = Shared & (AnchorProps | ({ href?: never } & ComponentProps<'button'>))

export function TextLink({ forward, stretched, children, ...rest }: TextLinkProps) {
  const styleProps = { className: styles.link, 'data-stretched': stretched || undefined }
  const content = (
    <>
      {children}
      {forward && <ChevronRight size={18} aria-hidden="true" />}
    </>
  )
  return rest.href === undefined ? (
    <button type="button" {...styleProps} {...rest}>
      {content}
    </button>
  ) : (
    <Anchor {...styleProps} {...rest}>
      {content}
    </Anchor>
  )
}
