import { createAccountExport, createDevices } from '@handsfree/core/account'
import { createPasskeys } from '@handsfree/core/passkeys'
import { policy } from '@handsfree/core/policy'
import { useSelector } from '@xstate/react'
import { FormattedMessage, useIntl } from 'react-intl'
import { BackBar } from '../../app/BackBar.tsx'
import { isInAppBrowser } from '../../app/save-file.ts'
import { useScreenActor } from '../../app/useScreenActor.ts'
import { Devices } from '../../parts/account/Devices.tsx'
import { Passkeys } from '../../parts/account/Passkeys.tsx'
import { InfoLinks } from '../../parts/info/InfoLinks.tsx'
import { FailureAlert } from '../../parts/reading/FailureAlert.tsx'
import { Alert, Button, Page, Section } from '../../ui/index.ts'
import { Consents } from './Consents.tsx'
import { Contacts } from './Contacts.tsx'
import { Deletion } from './Deletion.tsx'
import styles from './MyAccount.module.css'
import { Notices } from './Notices.tsx'

export default function MyAccount() {
  const intl = useIntl()
  return (
    <Page bar={<BackBar title={intl.formatMessage({ id: 'myAccount.title' })} />}>
      <Section title={intl.formatMessage({ id: 'contacts.title' })}>
        <Contacts />
      </Section>
      <Section title={intl.formatMessage({ id: 'passkeys.title' })}>
        <Passkeys create={createPasskeys} detailId="passkeys.detail" />
      </Section>
      <Section title={intl.formatMessage({ id: 'myAccount.devices' })}>
        <Devices create={createDevices} />
      </Section>
      <Section title={intl.formatMessage({ id: 'push.title' })}>
        <Notices />
      </Section>
      <Section title={intl.formatMessage({ id: 'consents.title' })}>
        <Consents />
      </Section>
      <Section title={intl.formatMessage({ id: 'myAccount.download' })}>
        <Download />
      </Section>
      <Section id="deletion" title={intl.formatMessage({ id: 'myAccount.delete' })}>
        <Deletion />
      </Section>
      <InfoLinks to={['privacy', 'terms', 'accessibility']} />
    </Page>
  )
}

function Download() {
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
          {isInAppBrowser() && (
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
