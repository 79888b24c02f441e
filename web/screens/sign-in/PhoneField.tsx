import { selectAuthIsBusy, selectAuthProblem, selectPhone } from '@handsfree/core/auth'
import { authProblemWords } from '@handsfree/core/words'
import { useSelector } from '@xstate/react'
import { useIntl } from 'react-intl'
import { useApp } from '../../app/context.ts'
import { isAboutNumber } from '../../phone/is-about-number.ts'
import { PhoneControl } from '../../phone/PhoneControl.tsx'
import { Field } from '../../ui/index.ts'
import { DialCodeLink } from './DialCodeLink.tsx'

export function PhoneField() {
  const intl = useIntl()
  const { auth } = useApp()
  const phone = useSelector(auth, selectPhone)
  const problem = useSelector(auth, selectAuthProblem)
  const isSending = useSelector(auth, selectAuthIsBusy)
  return (
    <Field
      label={intl.formatMessage({ id: 'signIn.phone' })}
      error={problem && isAboutNumber(problem) ? authProblemWords(intl, problem) : undefined}
    >
      <PhoneControl
        autoComplete="tel-national"
        enterKeyHint="send"
        autoFocus
        readOnly={isSending}
        phone={phone}
        onChange={(entry) => auth.send({ type: 'phone.change', phone: entry })}
        start={<DialCodeLink phone={phone} />}
      />
    </Field>
  )
}
