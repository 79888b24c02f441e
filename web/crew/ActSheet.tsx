import type { OperatorOrder } from '@handsfree/core/contract'
import {
  type ActName,
  actText,
  proofOf,
  proofText,
  type StopActor,
  selectAct,
  selectActProblem,
  selectIsActLegal,
  selectIsSendingAct,
  selectProof,
} from '@handsfree/core/crew'
import { useSelector } from '@xstate/react'
import { useState } from 'react'
import { FormattedMessage, type IntlShape, useIntl } from 'react-intl'
import { afterPaint, useAfterPaint } from '../app/useAfterPaint.ts'
import { Alert, Button, Sheet } from '../ui/index.ts'
import { ActProblem } from './ActProblem.tsx'
import styles from './ActSheet.module.css'
import { ProofFields, type ProofFieldsProps } from './ProofFields.tsx'

const formId = 'act'

const submitText = (intl: IntlShape, act: ActName): string =>
  act === 'note.write' ? intl.formatMessage({ id: 'crewNote.send' }) : actText(intl, act)

export type ActSheetProps = { stop: StopActor; order: OperatorOrder }

/** The form of the chosen act, if it needs a proof. */
export function ActSheet({ stop, order }: ActSheetProps) {
  const intl = useIntl()
  const chosen = useSelector(stop, selectAct)
  const problem = useSelector(stop, selectActProblem)
  const isSending = useSelector(stop, selectIsSendingAct)
  const isLegal = useSelector(stop, selectIsActLegal)
  const canSend = useSelector(stop, (snapshot) => snapshot.can({ type: 'act.send' }))
  const proof = useSelector(stop, selectProof)
  // Opens at once, and closes after the frame that answers the tap.
  const painted = useAfterPaint(chosen)
  const openAct = chosen ?? painted
  const isOpen = openAct !== null && proofOf(openAct) !== 'none'
  // Shown while the sheet closes.
  const [shown, setShown] = useState<Omit<ProofFieldsProps, 'stop'> | null>(null)
  const hasEntries = chosen !== null && proof !== null && proofOf(chosen) !== 'none'
  if (hasEntries && (chosen !== shown?.act || proof !== shown.proof || order !== shown.order))
    setShown({ act: chosen, proof, order })
  const act = shown?.act
  return (
    <Sheet
      open={isOpen}
      onClose={() => stop.send({ type: 'act.drop' })}
      title={act ? actText(intl, act) : ''}
      description={act && proofText(intl, act)}
      closeLabel={intl.formatMessage({ id: 'common.close' })}
      action={
        act && (
          <Button size="large" type="submit" form={formId} busy={isSending} disabled={!canSend && !isSending}>
            {problem ? <FormattedMessage id="crewAct.retry" /> : submitText(intl, act)}
          </Button>
        )
      }
    >
      {act && (
        <form
          id={formId}
          className={styles.form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            // Queueing an act takes longer than a frame.
            afterPaint(() => stop.send({ type: 'act.send' }))
          }}
        >
          {hasEntries && !isLegal && (
            <Alert tone="coral" panel>
              <FormattedMessage id="crewAct.noLongerLegal" />
            </Alert>
          )}
          {hasEntries && isLegal && problem && <ActProblem act={act} problem={problem} />}
          <ProofFields stop={stop} {...shown} />
        </form>
      )}
    </Sheet>
  )
}
