import { cleanLines } from '@handsfree/core/lib'
import { useIntl } from 'react-intl'
import { Field, TextControl } from '../../ui/index.ts'
import { FormPart } from './FormPart.tsx'
import { changeDraft, type SectionProps, useDraftField, useIsEditable } from './form-fields.ts'

export function RemarksPart({ form }: SectionProps) {
  const intl = useIntl()
  const remarks = useDraftField(form, 'remarks')
  const isEditable = useIsEditable(form)
  return (
    <FormPart
      form={form}
      part="remarks"
      title={intl.formatMessage({ id: 'orderForm.remarks' })}
      summary={cleanLines(remarks) || intl.formatMessage({ id: 'orderForm.noRemarks' })}
    >
      <Field
        label={intl.formatMessage({ id: 'orderForm.remarks' })}
        labelUnseen
        hint={intl.formatMessage({ id: 'orderForm.optional' })}
      >
        <TextControl
          multiline
          autoComplete="off"
          maxLength={200}
          readOnly={!isEditable}
          placeholder={intl.formatMessage({ id: 'orderForm.remarksPlaceholder' })}
          value={remarks}
          onChange={(event) => changeDraft(form, { remarks: event.currentTarget.value })}
        />
      </Field>
    </FormPart>
  )
}
