import { createContact } from '@handsfree/core/account'
import { createCodeArrival, selectIsCodeLate, selectIsCodeUndelivered } from '@handsfree/core/auth'
import { phoneHref } from '@handsfree/core/i18n'
import { selectValue } from '@handsfree/core/realtime'
import { useSelector } from '@xstate/react'
import { FormattedMessage } from 'react-intl'
import { withNext } from '../../app/address.ts'
import { goBack } from '../../app/navigate.ts'
import { useScreenActor } from '../../app/useScreenActor.ts'
import { EmailWay } from '../../parts/auth/EmailWay.tsx'
import { Alert, TextLink } from '../../ui/index.ts'
import styles from './CodeHelp.module.css'

/** Offers help if the message doesn't arrive. Needs a `key` per requested code. */
export function CodeHelp() {
  const arrival = useScreenActor(createCodeArrival)
  const isLate = useSelector(arrival, selectIsCodeLate)
  const isUndelivered = useSelector(arrival, selectIsCodeUndelivered)
  return isLate && <Ways isUndelivered={isUndelivered} />
}

function Ways({ isUndelivered }: { isUndelivered: boolean }) {
  const reading = useScreenActor(createContact)
  const contact = useSelector(reading, selectValue(reading))
  const links = (
    <div className={styles.links}>
      <TextLink onClick={() => goBack(withNext('/sign/in', location.search))}>
        <FormattedMessage id="codeHelp.otherNumber" />
      </TextLink>
      <EmailWay messageKey="codeHelp.byEmail" />
      <TextLink href={contact ? phoneHref(contact.phone) : '/about'}>
        {contact ? (
          <FormattedMessage id="codeHelp.call" values={{ phone: contact.phone }} />
        ) : (
          <FormattedMessage id="codeHelp.contact" />
        )}
      </TextLink>
    </div>
  )
  return (
    <Alert tone={isUndelivered ? 'coral' : 'sky'} panel action={links}>
      <strong>
        <FormattedMessage id={isUndelivered ? 'codeHelp.undelivered' : 'codeHelp.title'} />
      </strong>
      <p>
        <FormattedMessage id={isUndelivered ? 'codeHelp.checkNumber' : 'codeHelp.wait'} />
      </p>
    </Alert>
  )
}
