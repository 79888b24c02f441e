import { selectProfile } from '@handsfree/core/auth'
import { formatMaskedPhone, selectLocale, selectNextLocale } from '@handsfree/core/i18n'
import { useSelector } from '@xstate/react'
import {
  Bell,
  CircleUserRound,
  Languages,
  LogOut,
  type LucideIcon,
  Package,
  ShieldCheck,
  Users,
} from 'lucide-react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { MessageKey } from '../../app/message-key.ts'
import { useApp } from '../../app/useApp.ts'
import { ActionRow, Card, Sheet } from '../../ui/index.ts'
import styles from './AccountSheet.module.css'
import { SignOutDialog } from './SignOutDialog.tsx'

export type AccountSheetProps = { open: boolean; onClose: () => void }

const entries: { id: MessageKey; path: string; Icon: LucideIcon }[] = [
  { id: 'home.menu.orders', path: '/order/category', Icon: Package },
  { id: 'home.menu.notifications', path: '/person/notification', Icon: Bell },
  { id: 'home.menu.profile', path: '/person/profile/edit', Icon: CircleUserRound },
  { id: 'saved.title', path: '/person/saved', Icon: Users },
  { id: 'myAccount.title', path: '/person/account', Icon: ShieldCheck },
]

export default function AccountSheet({ open, onClose }: AccountSheetProps) {
  const intl = useIntl()
  const { auth, language } = useApp()
  const profile = useSelector(auth, selectProfile)
  const other = useSelector(language, selectNextLocale) === 'en-US' ? 'zh-CN' : 'en-US'
  const isSwitching = useSelector(language, selectLocale) === other
  const [isSigningOut, setSigningOut] = useState(false)
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={profile?.name || intl.formatMessage({ id: 'account.title' })}
      description={profile && formatMaskedPhone({ dialCode: profile.dialCode, phoneNumber: profile.phone })}
      closeLabel={intl.formatMessage({ id: 'common.close' })}
    >
      <div className={styles.actions}>
        <Card kind="rows">
          {entries.map(({ id, path, Icon }) => (
            <ActionRow key={id} icon={<Icon size={20} />} href={path}>
              <FormattedMessage id={id} />
            </ActionRow>
          ))}
          <ActionRow
            icon={<Languages size={20} />}
            onClick={() => language.send({ type: 'language.switch', locale: other })}
          >
            {/* Labelled in the target language, as on the switch of home's bar. */}
            <span lang={other}>
              <FormattedMessage id={isSwitching ? 'language.this' : 'language.other'} />
            </span>
          </ActionRow>
        </Card>
        <Card kind="rows">
          <ActionRow icon={<LogOut size={20} />} onClick={() => setSigningOut(true)}>
            <FormattedMessage id="accountSheet.signOut" />
          </ActionRow>
        </Card>
      </div>
      <SignOutDialog open={isSigningOut} onClose={() => setSigningOut(false)} />
    </Sheet>
  )
}
