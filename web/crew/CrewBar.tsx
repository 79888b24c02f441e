import { selectIsTablet } from '@handsfree/core/crew'
import { selectUnread, selectUnreadBadge } from '@handsfree/core/notifications'
import { policy } from '@handsfree/core/policy'
import { useSelector } from '@xstate/react'
import { Bell, CircleUserRound, Lock, Truck } from 'lucide-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { usePathname } from 'wouter/use-browser-location'
import { useApp } from '../app/useApp.ts'
import { Anchor, Badge, Brand, Button, TopBar } from '../ui/index.ts'
import styles from './CrewBar.module.css'
import { useCrewApp } from './crew-app.ts'
import { useMember } from './member.ts'
import { operatorLinks } from './operator-links.ts'

/** Bar of the first page. Operators have links to their pages instead of notices. */
export function CrewBar() {
  const intl = useIntl()
  const { options } = useApp()
  const { role } = useMember()
  const { tablet } = useCrewApp()
  const isTablet = useSelector(tablet, selectIsTablet)
  return (
    <TopBar
      start={
        <>
          <Brand name={intl.formatMessage({ id: 'common.app_title' })} logo={options.brand?.logo} />
          {role === 'operator' && <OperatorLinks />}
        </>
      }
      actions={
        <>
          {role === 'operator' ? (
            <Anchor className={styles.link} href="/crew/shifts">
              <Truck size={22} aria-hidden="true" />
              <FormattedMessage id="crewTeam.link" />
            </Anchor>
          ) : (
            <NoticesLink />
          )}
          <Anchor className={styles.link} href="/crew/account">
            <CircleUserRound size={22} aria-hidden="true" />
            <FormattedMessage id="crewAccount.title" />
          </Anchor>
          {isTablet && (
            <Button
              kind="ghost"
              size="small"
              icon={<Lock size={20} aria-hidden="true" />}
              onClick={() => tablet.send({ type: 'tablet.lock' })}
            >
              <FormattedMessage id="crewTablet.lock" />
            </Button>
          )}
        </>
      }
    />
  )
}

function OperatorLinks() {
  const intl = useIntl()
  const path = usePathname()
  return (
    <nav className={styles.pages} aria-label={intl.formatMessage({ id: 'crewQueue.menu' })}>
      {operatorLinks.map(([href, titleKey]) => (
        <Anchor
          key={href}
          className={styles.link}
          href={href}
          aria-current={path === href ? 'page' : undefined}
        >
          <FormattedMessage id={titleKey} />
        </Anchor>
      ))}
    </nav>
  )
}

function NoticesLink() {
  const intl = useIntl()
  const { notification } = useApp()
  const unread = useSelector(notification, selectUnread)
  const badge = useSelector(notification, selectUnreadBadge)
  const words = intl.formatMessage({ id: 'crewHome.noticesUnread' }, { unread, badge })
  return (
    <>
      <span className="unseen" role="status">
        {unread > 0 && words}
      </span>
      <Anchor className={styles.link} href="/crew/notices">
        <span className={styles.bell}>
          <Bell size={22} aria-hidden="true" />
          <Badge count={unread} cap={policy.unreadBadgeCap} />
        </span>
        <span aria-hidden={unread > 0 || undefined}>
          <FormattedMessage id="crewHome.notices" />
        </span>
        {unread > 0 && <span className="unseen">{words}</span>}
      </Anchor>
    </>
  )
}
