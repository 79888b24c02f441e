import { maxNoteCharacters } from '@handsfree/core/contract'
import {
  createStaffNote,
  selectIsNoteOpen,
  selectIsNoteSent,
  selectIsSendingNote,
  selectNoteProblem,
  selectNoteWords,
} from '@handsfree/core/crew'
import { failureText } from '@handsfree/core/i18n'
import { useSelector } from '@xstate/react'
import { MessageSquarePlus } from 'lucide-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useScreenActor } from '../app/useScreenActor.ts'
import { Alert, Button, Field, Sheet, TextControl } from '../ui/index.ts'
import { useMember } from './member.ts'
import styles from './NoteSheet.module.css'

const formId = 'note'

/** Writes a note about an order for operators. */
export function NoteSheet({ orderId }: { orderId: string }) {
  const intl = useIntl()
  const { role } = useMember()
  const note = useScreenActor((app) => createStaffNote(app, orderId))
  const isOpen = useSelector(note, selectIsNoteOpen)
  const isSent = useSelector(note, selectIsNoteSent)
  const isSending = useSelector(note, selectIsSendingNote)
  const words = useSelector(note, selectNoteWords)
  const problem = useSelector(note, selectNoteProblem)
  const canSend = useSelector(note, (snapshot) => snapshot.can({ type: 'note.send' }))
  const title = intl.formatMessage({ id: role === 'operator' ? 'crewNote.writeOwn' : 'crewNote.write' })
  return (
    <div className={styles.note}>
      <Button
        kind="ghost"
        icon={<MessageSquarePlus size={20} aria-hidden="true" />}
        aria-haspopup="dialog"
        onClick={() => note.send({ type: 'note.open' })}
      >
        {title}
      </Button>
      <p role="status">{isSent && <FormattedMessage id="crewNote.sent" />}</p>
      <Sheet
        open={isOpen}
        onClose={() => note.send({ type: 'note.drop' })}
        title={title}
        closeLabel={intl.formatMessage({ id: 'common.close' })}
        action={
          <Button size="large" type="submit" form={formId} busy={isSending} disabled={!canSend && !isSending}>
            <FormattedMessage id={problem ? 'crewNote.retry' : 'crewNote.send'} />
          </Button>
        }
      >
        <form
          id={formId}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            note.send({ type: 'note.send' })
          }}
        >
          {problem && (
            <Alert tone="coral" panel>
              {failureText(intl, problem)}
            </Alert>
          )}
          <Field
            label={intl.formatMessage({ id: 'crewNote.words' })}
            hint={role !== 'operator' && intl.formatMessage({ id: 'crewNote.hint' })}
          >
            <TextControl
              multiline
              maxLength={maxNoteCharacters}
              value={words}
              onChange={({ currentTarget }) => note.send({ type: 'note.change', words: currentTarget.value })}
            />
          </Field>
        </form>
      </Sheet>
    </div>
  )
}
