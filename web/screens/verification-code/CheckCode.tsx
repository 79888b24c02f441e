import { selectCodeLifetime, selectIsCodeSpent, selectPhone } from '@handsfree/core/auth'
import { formatPhone } from '@handsfree/core/phone'
import { useSelector } from '@xstate/react'
import { FormattedMessage } from 'react-intl'
import { keepNext } from '../../app/address.ts'
import { BackBar } from '../../app/BackBar.tsx'
import { useApp } from '../../app/context.ts'
import { LanguageSwitch } from '../../app/LanguageSwitch.tsx'
import { goBack } from '../../app/navigate.ts'
import { Headline, Page, StickyAction, TextLink } from '../../ui/index.ts'
import { CodeField } from './CodeField.tsx'
import { DemoCode } from './DemoCode.tsx'
import { ResendButton } from './ResendButton.tsx'
import styles from './VerificationCode.module.css'

export default function CheckCode() {
  const { auth } = useApp()
  const phone = useSelector(auth, selectPhone)
  const isSpent = useSelector(auth, selectIsCodeSpent)
  const lifetime = useSelector(auth, selectCodeLifetime)
  return (
    <Page
      bar={<BackBar actions={<LanguageSwitch />} />}
      action={
        <StickyAction>
          <ResendButton />
        </StickyAction>
      }
    >
      <Headline
        detail={
          <span className={styles.sentTo}>
            <FormattedMessage id="code.sentTo" values={{ phone: formatPhone(phone) }} />
            <TextLink onClick={() => goBack(keepNext('/sign/in', location.search))}>
              <FormattedMessage id="code.change" />
            </TextLink>
          </span>
        }
      >
        <FormattedMessage id="code.title" />
      </Headline>
      <div className={styles.parts}>
        <CodeField />
      </div>
      {!isSpent && (
        <>
          <p className={styles.validity}>
            <FormattedMessage id="code.validity" values={{ minutes: Math.round(lifetime / 60) }} />
          </p>
          <DemoCode />
        </>
      )}
    </Page>
  )
}
