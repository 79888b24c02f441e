import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { usePathname } from 'wouter/use-browser-location'
import { BackBar } from '../../app/BackBar.tsx'
import type { MessageKey } from '../../app/message-key.ts'
import { Anchor, Page } from '../../ui/index.ts'
import { OutboxStatus } from '../OutboxStatus.tsx'
import { officeLinks } from '../office-pages.ts'
import styles from './OfficePage.module.css'

type OfficePageProps = { titleKey: MessageKey; title?: string; fallback?: string; children: ReactNode }

/** On a phone, the current link may be outside of the strip. */
const showCurrent = (links: HTMLElement | null) =>
  links?.querySelector('[aria-current]')?.scrollIntoView({ inline: 'center', block: 'nearest' })

/** A page of the operator's office with the links to its lists. */
export function OfficePage({ titleKey, title, fallback = '/crew', children }: OfficePageProps) {
  const intl = useIntl()
  const path = usePathname()
  return (
    <Page wide bar={<BackBar title={title ?? intl.formatMessage({ id: titleKey })} fallback={fallback} />}>
      <div className={styles.office} data-office>
        <nav
          ref={showCurrent}
          className={styles.links}
          aria-label={intl.formatMessage({ id: 'crewOffice.title' })}
        >
          {officeLinks.map((link) => (
            <Anchor key={link.path} href={link.path} aria-current={path === link.path ? 'page' : undefined}>
              {intl.formatMessage({ id: link.titleKey })}
            </Anchor>
          ))}
        </nav>
        <OutboxStatus />
        {children}
      </div>
    </Page>
  )
}

/** Fields and buttons above a list. */
export const OfficeTools = ({ children }: { children: ReactNode }) => (
  <div className={styles.tools}>{children}</div>
)
