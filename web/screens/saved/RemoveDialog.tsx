import {
  type SavedActor,
  selectRemovedEntry,
  selectSavedIsBusy,
  selectSavedProblem,
} from '@handsfree/core/saved'
import { failureWords } from '@handsfree/core/words'
import { useSelector } from '@xstate/react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Button, ConfirmDialog } from '../../ui/index.ts'
import { nameOf } from './name-of.ts'

/** Asks before a saved recipient or address is gone. */
export function RemoveDialog({ actor }: { actor: SavedActor }) {
  const intl = useIntl()
  const removed = useSelector(actor, selectRemovedEntry)
  const problem = useSelector(actor, selectSavedProblem)
  const isBusy = useSelector(actor, selectSavedIsBusy)
  // A dialog that closes keeps its words until it is gone.
  const [last, setLast] = useState(removed)
  if (removed && removed !== last) setLast(removed)
  if (!last) return null
  return (
    <ConfirmDialog
      open={removed !== null}
      onClose={() => actor.send({ type: 'entry.dismiss' })}
      title={intl.formatMessage({ id: 'saved.removeTitle' }, { name: nameOf(last.content) })}
      description={problem ? failureWords(intl, problem) : intl.formatMessage({ id: 'saved.removeDetail' })}
      cancelLabel={intl.formatMessage({ id: 'saved.keep' })}
      confirm={
        <Button kind="coral" busy={isBusy} onClick={() => actor.send({ type: 'entry.confirm' })}>
          <FormattedMessage id="saved.remove" />
        </Button>
      }
    />
  )
}
