import { type NewPasswordActor, pinDigits, selectIsSavingPassword, selectNewPin } from '@handsfree/core/crew'
import { useSelector } from '@xstate/react'
import { useIntl } from 'react-intl'
import { Field, TextControl } from '../ui/index.ts'

/** A new PIN. Its digits are shown, because they are typed only once. */
export function PinField({ actor, error }: { actor: NewPasswordActor; error: string | undefined }) {
  const intl = useIntl()
  const pin = useSelector(actor, selectNewPin)
  const isSaving = useSelector(actor, selectIsSavingPassword)
  return (
    <Field
      label={intl.formatMessage({ id: 'crewPassword.pin' })}
      hint={intl.formatMessage({ id: 'crewPassword.pinHint' })}
      error={error}
    >
      <TextControl
        inputMode="numeric"
        autoComplete="off"
        enterKeyHint="done"
        maxLength={pinDigits}
        readOnly={isSaving}
        value={pin}
        onChange={({ currentTarget }) => actor.send({ type: 'pin.change', pin: currentTarget.value })}
      />
    </Field>
  )
}
