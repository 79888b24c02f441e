import type { QrSite } from '@handsfree/core/contract'
import { useIntl } from 'react-intl'
import { Field, TextControl } from '../../ui/index.ts'
import {
  changeDraft,
  fieldId,
  type SectionProps,
  useDraftField,
  useFieldError,
  useIsEditable,
} from './form-fields.ts'
import styles from './OrderForm.module.css'

type RoomFieldsProps = SectionProps & { place: QrSite; isForGuest: boolean }

/** The room number for codes in rooms and for guests of a desk; the room password for sites without a front desk. */
export function RoomFields({ form, place, isForGuest }: RoomFieldsProps) {
  const intl = useIntl()
  const roomNumber = useDraftField(form, 'roomNumber')
  const roomPassword = useDraftField(form, 'roomPassword')
  const error = useFieldError(form, 'roomPassword')
  const isEditable = useIsEditable(form)
  const needsPassword = place.access === 'roomPassword'
  if (place.roomNumber === null && !needsPassword && !isForGuest) return null
  return (
    <div className={styles.fields}>
      <Field
        label={intl.formatMessage({ id: 'orderForm.roomNumber' })}
        hint={intl.formatMessage({ id: 'orderForm.optional' })}
      >
        <TextControl
          autoComplete="off"
          maxLength={20}
          readOnly={!isEditable}
          value={roomNumber}
          onChange={(event) => changeDraft(form, { roomNumber: event.currentTarget.value })}
        />
      </Field>
      {needsPassword && (
        <div id={fieldId('roomPassword')}>
          <Field
            label={intl.formatMessage({ id: 'orderForm.roomPassword' })}
            hint={intl.formatMessage({ id: 'orderForm.roomPasswordHint' })}
            error={error}
          >
            <TextControl
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={40}
              readOnly={!isEditable}
              value={roomPassword}
              onChange={(event) => changeDraft(form, { roomPassword: event.currentTarget.value })}
            />
          </Field>
        </div>
      )}
    </div>
  )
}
