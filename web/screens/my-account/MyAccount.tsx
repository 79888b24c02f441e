import { useIntl } from 'react-intl'
import { BackBar } from '../../app/BackBar.tsx'
import { Page, Section } from '../../ui/index.ts'
import { Deletion } from './Deletion.tsx'
import { Devices } from './Devices.tsx'
import { Download } from './Download.tsx'

/** What is the traveller's own to end, to take along and to delete. */
export default function MyAccount() {
  const intl = useIntl()
  return (
    <Page bar={<BackBar title={intl.formatMessage({ id: 'myAccount.title' })} />}>
      <Section title={intl.formatMessage({ id: 'myAccount.devices' })}>
        <Devices />
      </Section>
      <Section title={intl.formatMessage({ id: 'myAccount.download' })}>
        <Download />
      </Section>
      <Section title={intl.formatMessage({ id: 'myAccount.delete' })}>
        <Deletion />
      </Section>
    </Page>
  )
}
