import { bagName, freeWaitEnd, freeWaitText, isAboutBags, reportChoices } from '@handsfree/core/crew'
import { reportText } from '@handsfree/core/i18n'
import { useIntl } from 'react-intl'
import { useNow } from '../app/useNow.ts'
import { Checkbox, ChipGroup, Field, TextControl } from '../ui/index.ts'
import styles from './ActSheet.module.css'
import { type FieldsProps, PhotosOfRow } from './BagFields.tsx'

/** Characters of a reason (contract). */
export const maxReasonLength = 200

/** The problem, its bags, and a text beside it. */
export function ReportFields({ stop, order, proof, isReadOnly, onChange }: FieldsProps) {
  const intl = useIntl()
  const { kind, bags } = proof.report
  const waitEnd = freeWaitEnd(order)
  const now = useNow(1_000)
  const isWaiting = waitEnd === null || now < waitEnd
  const options = reportChoices(order).flatMap((value) =>
    value === null
      ? []
      : {
          value,
          label:
            value === 'other' ? intl.formatMessage({ id: 'crewAct.otherProblem' }) : reportText(intl, value),
          disabled: isReadOnly || (value === 'guestMissing' && isWaiting),
        },
  )
  return (
    <>
      <ChipGroup
        label={intl.formatMessage({ id: 'crewAct.problem' })}
        options={options}
        value={kind}
        onChange={(chosen) => onChange({ report: { kind: chosen, bags } })}
      />
      {waitEnd !== null && (
        <p className="soft">{freeWaitText(intl, waitEnd, { now, timeZone: order.timeZone })}</p>
      )}
      {isAboutBags(kind) && order.pieces > 1 && (
        <fieldset className={styles.bag}>
          <legend className={styles.legend}>{intl.formatMessage({ id: 'crewAct.whichBags' })}</legend>
          {Array.from({ length: order.pieces }, (_, index) => index + 1).map((number) => (
            <Checkbox
              key={number}
              label={bagName(intl, order, number)}
              disabled={isReadOnly}
              checked={bags.includes(number)}
              onChange={(isChosen) =>
                onChange({
                  report: {
                    kind,
                    bags: isChosen ? [...bags, number] : bags.filter((other) => other !== number),
                  },
                })
              }
            />
          ))}
        </fieldset>
      )}
      <PhotosOfRow stop={stop} index={0} isReadOnly={isReadOnly} />
      <Field
        label={intl.formatMessage({ id: kind === 'other' ? 'crewAct.reason' : 'crewAct.reasonOptional' })}
        hint={intl.formatMessage({ id: 'crewAct.reasonHint.exception.report' })}
      >
        <TextControl
          multiline
          maxLength={maxReasonLength}
          readOnly={isReadOnly}
          value={proof.reason}
          onChange={({ currentTarget }) => onChange({ reason: currentTarget.value })}
        />
      </Field>
    </>
  )
}
