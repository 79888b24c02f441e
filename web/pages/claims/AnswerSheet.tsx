import {
  type ClaimsActor,
  selectAnswerIsBusy,
  selectAnswerNeedsText,
  selectClaimAnswer,
  selectClaimProblem,
  selectClaims,
} from '@handsfree/core/claims'
import { formatMoney, promiseValues } from '@handsfree/core/i18n'
import { policy } from '@handsfree/core/policy'
import { useSelector } from '@xstate/react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { FailureAlert } from '../../parts/reading/FailureAlert.tsx'
import { Button, Field, Sheet, TextControl } from '../../ui/index.ts'
import styles from './Claims.module.css'

export function AnswerSheet({ actor }: { actor: ClaimsActor }) {
  const intl = useIntl()
  const answer = useSelector(actor, selectClaimAnswer)
  const claims = useSelector(actor, selectClaims)
  const problem = useSelector(actor, selectClaimProblem)
  const isBusy = useSelector(actor, selectAnswerIsBusy)
  const needsWords = useSelector(actor, selectAnswerNeedsText)
  // Keeps its content during the closing animation.
  const [last, setShownAnswer] = useState(answer)
  if (answer && answer !== last) setShownAnswer(answer)
  if (!last) return null
  const { action, words } = last
  const offer = claims?.list.find(({ claimId }) => claimId === last.claimId)?.offer
  const isNothing = action === 'accept' && offer?.amount.amount === 0
  const send =
    action !== 'accept' ? (
      <FormattedMessage id="claim.askSend" values={{ action }} />
    ) : isNothing ? (
      <FormattedMessage id="claim.acceptNothing" />
    ) : (
      <FormattedMessage
        id="claim.acceptAmount"
        values={{ amount: offer ? formatMoney(offer.amount, intl) : '' }}
      />
    )
  return (
    <Sheet
      open={answer !== null}
      onClose={() => actor.send({ type: 'answer.dismiss' })}
      title={intl.formatMessage({ id: `claim.ask.${action}` })}
      description={intl.formatMessage(
        { id: 'claim.askDetail' },
        { ...promiseValues(intl), action: isNothing ? 'nothing' : action },
      )}
      closeLabel={intl.formatMessage({ id: 'common.close' })}
    >
      <div className={styles.parts}>
        {problem && <FailureAlert failure={problem} />}
        {(action === 'askAgain' || action === 'complain') && (
          <Field
            label={intl.formatMessage({ id: 'claim.askWords' }, { action })}
            error={needsWords ? intl.formatMessage({ id: 'claim.askWordsRequired' }) : undefined}
          >
            <TextControl
              multiline
              autoComplete="off"
              maxLength={policy.maxClaimCharacters}
              readOnly={isBusy}
              value={words}
              onChange={({ currentTarget }) =>
                actor.send({ type: 'answer.write', words: currentTarget.value })
              }
            />
          </Field>
        )}
        <Button
          kind={action === 'decline' ? 'coral' : 'gold'}
          busy={isBusy}
          onClick={() => actor.send({ type: 'answer.send' })}
        >
          {send}
        </Button>
      </div>
    </Sheet>
  )
}
