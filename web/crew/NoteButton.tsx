import { actText, type StopActor, selectSentActs } from '@handsfree/core/crew'
import { useSelector } from '@xstate/react'
import { MessageSquarePlus } from 'lucide-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Button } from '../ui/index.ts'
import { beginAct } from './begin-act.ts'
import { useCrewApp } from './crew-app.ts'
import styles from './NoteButton.module.css'

/** Opens the form of a note about the order for operators. */
export function NoteButton({ stop, orderId }: { stop: StopActor; orderId: string }) {
  const intl = useIntl()
  const { outbox } = useCrewApp()
  const isSent = useSelector(outbox, (snapshot) =>
    selectSentActs(snapshot).some((sent) => sent.orderId === orderId && sent.act === 'note.write'),
  )
  return (
    <div className={styles.note}>
      <Button
        kind="ghost"
        icon={<MessageSquarePlus size={20} aria-hidden="true" />}
        aria-haspopup="dialog"
        onClick={() => beginAct(stop, 'note.write')}
      >
        {actText(intl, 'note.write')}
      </Button>
      <p role="status">{isSent && <FormattedMessage id="crewNote.sent" />}</p>
    </div>
  )
}
