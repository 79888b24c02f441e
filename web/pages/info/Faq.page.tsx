import { createContact } from '@handsfree/core/account'
import { promiseValues } from '@handsfree/core/i18n'
import { useIntl } from 'react-intl'
import { BackBar } from '../../app/BackBar.tsx'
import { LanguageSwitch } from '../../app/LanguageSwitch.tsx'
import type { MessageKeyUnder } from '../../app/message-key.ts'
import { useScreenActor } from '../../app/useScreenActor.ts'
import { InfoLinks } from '../../parts/info/InfoLinks.tsx'
import { Headline, Page, Section } from '../../ui/index.ts'
import { Contact } from './Contact.tsx'
import styles from './Faq.module.css'

type Question =
  MessageKeyUnder<'faq'> extends infer Key ? (Key extends `${infer Id}.question` ? Id : never) : never

const groups: [MessageKeyUnder<'faq.group'>, readonly Question[]][] = [
  ['sending', ['hotelWait', 'guesthouse', 'size', 'contents', 'times', 'texts']],
  ['price', ['price', 'pieces', 'cancel', 'refund']],
  ['collecting', ['claimCode', 'wait', 'somebodyElse', 'storage']],
  ['trouble', ['late', 'return', 'claim', 'cover', 'complaint']],
  ['data', ['photos', 'number', 'yourData']],
]

export default function Faq() {
  const intl = useIntl()
  const values = promiseValues(intl)
  const contact = useScreenActor(createContact)
  return (
    <Page bar={<BackBar actions={<LanguageSwitch />} />}>
      <Headline detail={intl.formatMessage({ id: 'faq.detail' }, values)}>
        {intl.formatMessage({ id: 'faq.title' })}
      </Headline>
      {groups.map(([group, questions]) => (
        <Section key={group} title={intl.formatMessage({ id: `faq.group.${group}` })}>
          <div className={styles.group}>
            {questions.map((question) => (
              <details className={styles.entry} key={question}>
                <summary>{intl.formatMessage({ id: `faq.${question}.question` })}</summary>
                <p>{intl.formatMessage({ id: `faq.${question}.answer` }, values)}</p>
              </details>
            ))}
          </div>
        </Section>
      ))}
      <Section title={intl.formatMessage({ id: 'about.contact' })}>
        <Contact contact={contact} hasEmail />
      </Section>
      <InfoLinks to={['notice', 'terms', 'about', 'feedback']} />
    </Page>
  )
}
