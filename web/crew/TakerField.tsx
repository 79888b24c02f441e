import type { Colleague } from '@handsfree/core/contract'
import { joinParts } from '@handsfree/core/i18n'
import { FormattedMessage, useIntl } from 'react-intl'
import { ChipGroup } from '../ui/index.ts'
import styles from './Shift.module.css'

export type TakerFieldProps = {
  inHand: string
  colleagues: readonly Colleague[]
  /** Empty until chosen. */
  taker: string
  isReadOnly: boolean
  onChange: (employeeId: string) => void
}

/** Whom the bags in hand go to when a shift ends. */
export function TakerField({ inHand, colleagues, taker, isReadOnly, onChange }: TakerFieldProps) {
  const intl = useIntl()
  return (
    <div className={styles.end}>
      <p>
        <strong>{inHand}</strong>
      </p>
      {colleagues.length === 0 ? (
        <p>
          <FormattedMessage id="crewShift.nobodyTakes" />
        </p>
      ) : (
        <ChipGroup
          label={intl.formatMessage({ id: 'crewShift.whoTakes' })}
          options={colleagues.map(({ employeeId, name, plate }) => ({
            value: employeeId,
            label: joinParts([name, plate]),
            disabled: isReadOnly,
          }))}
          value={taker}
          onChange={onChange}
        />
      )}
    </div>
  )
}
