import { selectIsSignedIn } from '@handsfree/core/auth'
import { selectUnread, selectUnreadBadge } from '@handsfree/core/notifications'
import { policy } from '@handsfree/core/policy'
import { useSelector } from '@xstate/react'
import { Bell, CircleUserRound, LogIn } from 'lucide-react'
import { Suspense, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useLocation } from 'wouter'
import { homePath } from '../../app/home-path.ts'
import { LanguageSwitch } from '../../app/LanguageSwitch.tsx'
import { lazyScreen } from '../../app/lazy-screen.ts'
import { useApp } from '../../app/useApp.ts'
import { Anchor, Badge, Brand, IconButton, toast } from '../../ui/index.ts'
import styles from './SiteHeader.module.css'

/** On every page of wide screens; phones have it on home. */
export function SiteHeader() {
  const intl = useIntl()
  const { auth, options } = useApp()
  const isSignedIn = useSelector(auth, selectIsSignedIn)
  const [path] = useLocation()
  const name = intl.formatMessage({ id: 'common.app_title' })
  const isHome = path === homePath
  return (
    <nav className={styles.header} aria-label={name} data-home={isHome || undefined}>
      <button type="button" className={styles.skip} onClick={() => document.querySelector('main')?.focus()}>
        <FormattedMessage id="common.toContent" />
      </button>
      {isHome ? (
        <Brand name={name} logo={options.brand?.logo} />
      ) : (
        <Anchor className={styles.brand} href={homePath}>
          <Brand name={name} logo={options.brand?.logo} />
        </Anchor>
      )}
      <div className={styles.links}>
        <Anchor className={styles.wideLink} href="/order/category">
          <FormattedMessage id="home.menu.orders" />
        </Anchor>
        <Anchor className={styles.wideLink} href="/faq">
          <FormattedMessage id="home.faq" />
        </Anchor>
        <LanguageSwitch />
        {isSignedIn ? (
          <>
            <UnreadBell announces={isHome} />
            <AccountButton />
          </>
        ) : (
          <Anchor className={styles.signIn} href="/sign/in">
            <LogIn size={20} aria-hidden="true" />
            <FormattedMessage id="home.signIn" />
          </Anchor>
        )}
      </div>
    </nav>
  )
}

function UnreadBell({ announces }: { announces: boolean }) {
  const intl = useIntl()
  const { notification } = useApp()
  const unread = useSelector(notification, selectUnread)
  const badge = useSelector(notification, selectUnreadBadge)
  const words = intl.formatMessage({ id: 'home.unread' }, { unread, badge })
  return (
    <>
      {announces && (
        <span className="unseen" role="status">
          {unread > 0 && words}
        </span>
      )}
      <IconButton label={words} href="/person/notification">
        <Bell size={22} aria-hidden="true" />
        <Badge count={unread} cap={policy.unreadBadgeCap} />
      </IconButton>
    </>
  )
}

const AccountSheet = lazyScreen(() => import('./AccountSheet.tsx'))

function AccountButton() {
  const intl = useIntl()
  const [isOpen, setOpen] = useState(false)
  const [isLoaded, setLoaded] = useState(false)
  // Loaded before it renders: no boundary is around the header to catch a failure.
  const open = () =>
    AccountSheet.preload().then(
      () => {
        setLoaded(true)
        setOpen(true)
      },
      () =>
        toast.showUntilClosed(
          intl.formatMessage({ id: 'common.loadFailedDetail' }),
          intl.formatMessage({ id: 'common.close' }),
        ),
    )
  return (
    <>
      <IconButton label={intl.formatMessage({ id: 'account.title' })} aria-haspopup="dialog" onClick={open}>
        <CircleUserRound size={22} />
      </IconButton>
      {isLoaded && (
        <Suspense>
          <AccountSheet open={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
