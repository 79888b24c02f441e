import { selectIsSignedIn } from '@handsfree/core/auth'
import { selectUnread, selectUnreadBadge } from '@handsfree/core/notifications'
import { policy } from '@handsfree/core/policy'
import { useSelector } from '@xstate/react'
import { Bell, CircleUserRound, LogIn } from 'lucide-react'
import { Suspense, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { LanguageSwitch } from '../../app/LanguageSwitch.tsx'
import { lazyScreen } from '../../app/lazy-screen.ts'
import { useApp } from '../../app/useApp.ts'
import { Anchor, Badge, Brand, IconButton, TopBar } from '../../ui/index.ts'
import styles from './HomeBar.module.css'

export function HomeBar() {
  const intl = useIntl()
  const isSignedIn = useSelector(useApp().auth, selectIsSignedIn)
  return (
    <TopBar
      start={<Brand name={intl.formatMessage({ id: 'common.app_title' })} />}
      actions={
        <>
          <LanguageSwitch />
          {isSignedIn ? (
            <>
              <UnreadBell />
              <AccountButton />
            </>
          ) : (
            <Anchor className={styles.signIn} href="/sign/in">
              <LogIn size={20} aria-hidden="true" />
              <FormattedMessage id="home.signIn" />
            </Anchor>
          )}
        </>
      }
    />
  )
}

function UnreadBell() {
  const intl = useIntl()
  const { notification } = useApp()
  const unread = useSelector(notification, selectUnread)
  const badge = useSelector(notification, selectUnreadBadge)
  const words = intl.formatMessage({ id: 'home.unread' }, { unread, badge })
  return (
    <>
      <span className="unseen" role="status">
        {unread > 0 && words}
      </span>
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
  const [wasOpened, setOpened] = useState(false)
  return (
    <>
      <IconButton
        label={intl.formatMessage({ id: 'account.title' })}
        aria-haspopup="dialog"
        onClick={() => {
          setOpened(true)
          setOpen(true)
        }}
      >
        <CircleUserRound size={22} />
      </IconButton>
      {wasOpened && (
        <Suspense>
          <AccountSheet open={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
