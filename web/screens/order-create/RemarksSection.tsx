import { useIntl } from 'react-intl'
import { Field, Section, TextControl } from '../../ui/index.ts'
import { changeDraft, type SectionProps, useDraftField, useIsEditable } from './useField.ts'

export function RemarksSection({ placement }: SectionProps) {
  const intl = useIntl()
  const remarks = useDraftField(placement, 'remarks')
  const isEditable = useIsEditable(placement)
  return (
    <Section title={intl.formatMessage({ id: 'orderForm.remarks' })}>
      <Field label={intl.formatMessage({ id: 'orderForm.remarks' })} labelUnseen>
        <TextControl
          multiline
          autoComplete="off"
          maxLength={200}
          readOnly={!isEditable}
          placeholder={intl.formatMessage({ id: 'orderForm.remarksPlaceholder' })}
          value={remarks}
          onChange={(event) => changeDraft(placement, { remarks: event.currentTarget.value })}
        />
      </Field>
    </Section>
  )
}
