import { selectUnreadBadge } from '@handsfree/core/notifications'
import { useSelector } from '@xstate/react'
import {
  Bell,
  CircleUserRound,
  History,
  Info,
  type LucideIcon,
  MessageSquareText,
  Package,
} from 'lucide-react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { MessageKeyUnder } from '../../app/message-key.ts'
import { useApp } from '../../app/useApp.ts'
import { Anchor } from '../../ui/index.ts'
import styles from './Menu.module.css'

const entries: { id: MessageKeyUnder<'home.menu'>; path: string; Icon: LucideIcon }[] = [
  { id: 'orders', path: '/order/category', Icon: Package },
  { id: 'profile', path: '/person/profile/edit', Icon: CircleUserRound },
  { id: 'records', path: '/service/record', Icon: History },
  { id: 'notifications', path: '/person/notification', Icon: Bell },
  { id: 'feedback', path: '/feedback', Icon: MessageSquareText },
  { id: 'about', path: '/about', Icon: Info },
]

export function Menu() {
  const intl = useIntl()
  const badge = useSelector(useApp().notification, selectUnreadBadge)
  return (
    <nav aria-label={intl.formatMessage({ id: 'home.menu' })}>
      <ul className={styles.menu}>
        {entries.map(({ id, path, Icon }) => (
          <li key={id}>
            <Anchor className={styles.entry} href={path}>
              <Icon size={22} aria-hidden="true" />
              <span>
                <FormattedMessage id={`home.menu.${id}`} />
                {id === 'notifications' && badge && (
                  <span className={styles.count}>
                    <FormattedMessage id="home.menu.unread" values={{ badge }} />
                  </span>
                )}
              </span>
            </Anchor>
          </li>
        ))}
      </ul>
    </nav>
  )
}
