import { createAccountExport } from '@handsfree/core/account'
import { policy } from '@handsfree/core/policy'
import { useSelector } from '@xstate/react'
import { FormattedMessage } from 'react-intl'
import { isInOtherApp } from '../../app/save-file.ts'
import { useScreenActor } from '../../app/useScreenActor.ts'
import { FailureAlert } from '../../errors/FailureAlert.tsx'
import { Alert, Button } from '../../ui/index.ts'
import styles from './MyAccount.module.css'

export function Download() {
  const actor = useScreenActor(createAccountExport)
  const problem = useSelector(actor, ({ context }) => context.problem)
  const isMaking = useSelector(actor, (snapshot) => snapshot.matches('making'))
  const isStarted = useSelector(actor, (snapshot) => snapshot.matches('started'))
  const isExhausted = useSelector(actor, (snapshot) => snapshot.matches('exhausted'))
  const start = () => actor.send({ type: 'export.start' })
  return (
    <div className={styles.part}>
      <p className="soft">
        <FormattedMessage id="myAccount.downloadDetail" values={policy} />
      </p>
      {isStarted && (
        <Alert tone="mint">
          <FormattedMessage id="myAccount.downloadStarted" />
          {isInOtherApp() && (
            <>
              <br />
              <FormattedMessage id="file.inBrowser" />
            </>
          )}
        </Alert>
      )}
      {problem && <FailureAlert failure={problem} />}
      {isExhausted ? (
        <Alert tone="sky">
          <FormattedMessage id="myAccount.downloadExhausted" values={policy} />
        </Alert>
      ) : (
        <Button kind="ghost" busy={isMaking} onClick={start}>
          <FormattedMessage id={isMaking ? 'myAccount.downloadMaking' : 'myAccount.downloadStart'} />
        </Button>
      )}
    </div>
  )
}
