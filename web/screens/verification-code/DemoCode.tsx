import { selectDemoCode } from '@handsfree/core/auth'
import { useSelector } from '@xstate/react'
import { FormattedMessage } from 'react-intl'
import { useApp } from '../../app/context.ts'
import { TextLink } from '../../ui/index.ts'
import styles from './VerificationCode.module.css'

/** In the demo no message arrives: a tap fills the code in. */
export function DemoCode() {
  const { auth } = useApp()
  const demoCode = useSelector(auth, selectDemoCode)
  const canFill = useSelector(
    auth,
    (snapshot) => demoCode !== null && snapshot.can({ type: 'code.change', code: demoCode }),
  )
  if (demoCode === null) return null
  return (
    <p className={styles.demo}>
      <FormattedMessage id="code.demo" />{' '}
      <TextLink disabled={!canFill} onClick={() => auth.send({ type: 'code.change', code: demoCode })}>
        <FormattedMessage id="code.demoFill" values={{ code: demoCode }} />
      </TextLink>
    </p>
  )
}
