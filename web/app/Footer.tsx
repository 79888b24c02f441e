import { FormattedMessage } from 'react-intl'
import { Anchor } from '../ui/index.ts'
import styles from './Footer.module.css'
import { lazyScreen } from './lazy-screen.ts'
import type { MessageKey } from './message-key.ts'
import { OptionalPart } from './OptionalPart.tsx'
import { useIsWide } from './useIsWide.ts'

const CompanyLine = lazyScreen(() => import('./CompanyLine.tsx'))

const links = [
  ['home.menu.about', '/about'],
  ['home.faq', '/faq'],
  ['home.footer.notice', '/luggage/notice'],
  ['home.footer.terms', '/terms'],
  ['home.footer.privacy', '/privacy'],
  ['home.footer.accessibility', '/accessibility'],
  ['home.menu.feedback', '/feedback'],
] as const satisfies [MessageKey, string][]

/** Wide screens only; phones have these links in menus, and the company on their home page. */
export const Footer = () => (
  <footer className={styles.footer}>
    {links.map(([id, path]) => (
      <Anchor className={styles.link} href={path} key={id}>
        <FormattedMessage id={id} />
      </Anchor>
    ))}
    {useIsWide() && (
      <OptionalPart>
        <CompanyLine />
      </OptionalPart>
    )}
  </footer>
)
