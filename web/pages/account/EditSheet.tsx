import {
  type SavedActor,
  selectEditedEntry,
  selectSavedErrors,
  selectSavedIsBusy,
  selectSavedProblem,
} from '@handsfree/core/account'
import { draftProblemText } from '@handsfree/core/booking'
import type { SavedContent } from '@handsfree/core/contract'
import type { PhoneEntry } from '@handsfree/core/phone'
import { useSelector } from '@xstate/react'
import { type FormEvent, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { DialCodeSelect } from '../../parts/phone/DialCodeSelect.tsx'
import { PhoneControl } from '../../parts/phone/PhoneControl.tsx'
import { FailureAlert } from '../../parts/reading/FailureAlert.tsx'
import { Button, Field, Sheet, TextControl } from '../../ui/index.ts'
import styles from './Saved.module.css'

export function EditSheet({ actor }: { actor: SavedActor }) {
  const intl = useIntl()
  const editedEntry = useSelector(actor, selectEditedEntry)
  const problem = useSelector(actor, selectSavedProblem)
  const isBusy = useSelector(actor, selectSavedIsBusy)
  // Keeps its content during the closing animation.
  const [shownEntry, setShownEntry] = useState(editedEntry)
  if (editedEntry && editedEntry !== shownEntry) setShownEntry(editedEntry)
  if (!shownEntry) return null
  const { content } = shownEntry
  const change = (changed: SavedContent) => actor.send({ type: 'entry.change', content: changed })
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    actor.send({ type: 'entry.save' })
  }
  return (
    <Sheet
      open={editedEntry !== null}
      onClose={() => actor.send({ type: 'entry.dismiss' })}
      title={intl.formatMessage({
        id: content.kind === 'receiver' ? 'saved.editReceiver' : 'saved.editAddress',
      })}
      closeLabel={intl.formatMessage({ id: 'common.close' })}
    >
      <form className={styles.fields} noValidate onSubmit={save}>
        {problem && <FailureAlert failure={problem} />}
        {content.kind === 'receiver' ? (
          <Receiver
            key={shownEntry.savedId}
            actor={actor}
            content={content}
            readOnly={isBusy}
            onChange={change}
          />
        ) : (
          <Address actor={actor} content={content} readOnly={isBusy} onChange={change} />
        )}
        <Button type="submit" busy={isBusy}>
          <FormattedMessage id="saved.save" />
        </Button>
      </form>
    </Sheet>
  )
}

type FieldsProps<Kind extends SavedContent['kind']> = {
  actor: SavedActor
  content: Extract<SavedContent, { kind: Kind }>
  readOnly: boolean
  onChange: (content: SavedContent) => void
}

function useFieldErrors(actor: SavedActor) {
  const intl = useIntl()
  const errors = useSelector(
    actor,
    selectSavedErrors,
    (a, b) => a.name === b.name && a.phone === b.phone && a.address === b.address,
  )
  return (field: keyof typeof errors) => {
    const problem = errors[field]
    return problem && draftProblemText(intl, problem, null)
  }
}

function Receiver({ actor, content, readOnly, onChange }: FieldsProps<'receiver'>) {
  const intl = useIntl()
  const errorOf = useFieldErrors(actor)
  // Several countries share a calling code, and the account stores only the code.
  const [country, setCountry] = useState<string>()
  const phone: PhoneEntry = { ...content, country }
  const change = ({ country, ...entry }: Partial<PhoneEntry>) => {
    if (entry.dialCode !== undefined) setCountry(country)
    onChange({ ...content, ...entry })
  }
  return (
    <>
      <Field label={intl.formatMessage({ id: 'orderForm.receiverName' })} error={errorOf('name')}>
        <TextControl
          autoComplete="off"
          maxLength={60}
          readOnly={readOnly}
          value={content.name}
          onChange={({ currentTarget }) => onChange({ ...content, name: currentTarget.value })}
        />
      </Field>
      <Field label={intl.formatMessage({ id: 'orderForm.receiverPhone' })} error={errorOf('phone')}>
        <PhoneControl
          autoComplete="off"
          readOnly={readOnly}
          phone={phone}
          onChange={change}
          start={<DialCodeSelect phone={phone} disabled={readOnly} onChange={change} />}
        />
      </Field>
    </>
  )
}

function Address({ actor, content, readOnly, onChange }: FieldsProps<'address'>) {
  const intl = useIntl()
  const errorOf = useFieldErrors(actor)
  return (
    <>
      <Field label={intl.formatMessage({ id: 'orderForm.address' })} error={errorOf('address')}>
        <TextControl
          autoComplete="off"
          maxLength={200}
          readOnly={readOnly}
          value={content.address}
          onChange={({ currentTarget }) => onChange({ ...content, address: currentTarget.value })}
        />
      </Field>
      <Field
        label={intl.formatMessage({ id: 'orderForm.addressDetail' })}
        hint={intl.formatMessage({ id: 'orderForm.optional' })}
      >
        <TextControl
          autoComplete="off"
          maxLength={100}
          readOnly={readOnly}
          value={content.detail}
          onChange={({ currentTarget }) => onChange({ ...content, detail: currentTarget.value })}
        />
      </Field>
    </>
  )
}
