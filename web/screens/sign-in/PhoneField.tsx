import { selectAuthProblem, selectPhone } from '@handsfree/core/auth'
import { readPhoneEntry } from '@handsfree/core/phone'
import { authProblemWords } from '@handsfree/core/words'
import { useSelector } from '@xstate/react'
import { useIntl } from 'react-intl'
import { useApp } from '../../app/context.ts'
import { Field, TextControl } from '../../ui/index.ts'
import { DialCodeLink } from './DialCodeLink.tsx'

/** The phone entry: calling code with its flag, and the number. */
export function PhoneField() {
  const intl = useIntl()
  const { auth } = useApp()
  const phone = useSelector(auth, selectPhone)
  const problem = useSelector(auth, selectAuthProblem)
  const canChange = useSelector(auth, (snapshot) => snapshot.can({ type: 'phone.change', phone: {} }))
  return (
    <Field
      label={intl.formatMessage({ id: 'signIn.phone' })}
      error={problem?.code === 'invalidPhone' ? authProblemWords(intl, problem) : undefined}
    >
      <TextControl
        type="tel"
        inputMode="numeric"
        autoComplete="tel-national"
        enterKeyHint="send"
        autoFocus
        readOnly={!canChange}
        value={phone.phoneNumber}
        onChange={(event) =>
          auth.send({ type: 'phone.change', phone: readPhoneEntry(event.currentTarget.value) })
        }
        start={<DialCodeLink phone={phone} />}
      />
    </Field>
  )
}
