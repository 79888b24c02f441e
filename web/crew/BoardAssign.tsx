import {
  assignmentText,
  type BoardActor,
  type BoardContext,
  courierRegionText,
  courierShiftText,
  selectIsAssigning,
  suggestionText,
  toBoardChoice,
} from '@handsfree/core/crew'
import { joinParts } from '@handsfree/core/i18n'
import { useSelector } from '@xstate/react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Alert, Button, Field, SelectControl, StickyAction } from '../ui/index.ts'
import styles from './Board.module.css'

/** The results of the latest assignments, and the courier for the selected orders. */
export function BoardAssign({ board, context }: { board: BoardActor; context: BoardContext }) {
  const intl = useIntl()
  const isAssigning = useSelector(board, selectIsAssigning)
  const { answers, selected } = context
  if (selected.length === 0 && answers.length === 0) return null
  const { taker } = toBoardChoice(context)
  return (
    <StickyAction
      alert={answers.map((answer) => (
        <Alert key={answer.order.orderId} tone={answer.failure ? 'coral' : 'mint'}>
          {assignmentText(intl, answer)}
        </Alert>
      ))}
      summary={selected.length > 0 && <Choice board={board} context={context} isReadOnly={isAssigning} />}
    >
      <div className={styles.act}>
        {selected.length > 0 && (
          <Button
            busy={isAssigning}
            disabled={taker === null && !isAssigning}
            onClick={() => board.send({ type: 'orders.assign' })}
          >
            {taker ? (
              <FormattedMessage id="crewBoard.assign" values={{ name: taker.name }} />
            ) : (
              <FormattedMessage id="crewBoard.chooseCourier" />
            )}
          </Button>
        )}
        <Button
          kind="ghost"
          size="small"
          disabled={isAssigning}
          onClick={() => board.send({ type: 'selection.clear' })}
        >
          <FormattedMessage id="crewBoard.clear" />
        </Button>
      </div>
    </StickyAction>
  )
}

type ChoiceProps = { board: BoardActor; context: BoardContext; isReadOnly: boolean }

function Choice({ board, context, isReadOnly }: ChoiceProps) {
  const intl = useIntl()
  const { selected, courierId } = context
  const { orders, suggestion, takers } = toBoardChoice(context)
  const plan = { regions: context.board?.regions ?? [] }
  const count = intl.formatMessage({ id: 'crewBoard.selected' }, { count: selected.length })
  if (takers.length === 0) {
    return (
      <p>
        <strong>{count}</strong> <FormattedMessage id="crewBoard.nobody" />
      </p>
    )
  }
  return (
    <div className={styles.choice}>
      <p>
        <strong>{count}</strong>{' '}
        {suggestion ? (
          <FormattedMessage
            id="crewBoard.suggested"
            values={{
              name: suggestion.courier.name,
              reason: suggestionText(intl, suggestion, { ...plan, orders }),
            }}
          />
        ) : (
          <FormattedMessage id="crewBoard.noSuggestion" />
        )}
      </p>
      <Field label={intl.formatMessage({ id: 'crewBoard.courier' })} labelUnseen>
        <SelectControl
          value={courierId}
          disabled={isReadOnly}
          onChange={({ currentTarget }) =>
            board.send({ type: 'courier.choose', employeeId: currentTarget.value })
          }
        >
          <option value="">
            {suggestion?.courier.name ?? intl.formatMessage({ id: 'crewBoard.chooseCourier' })}
          </option>
          {takers.map((courier) => (
            <option key={courier.employeeId} value={courier.employeeId}>
              {joinParts([
                courier.name,
                courierRegionText(intl, courier, plan),
                courierShiftText(intl, courier),
              ])}
            </option>
          ))}
        </SelectControl>
      </Field>
    </div>
  )
}
