import { caretInEntry, type PhoneEntry, parsePhoneEntry } from '@handsfree/core/phone'
import { TextControl, type TextControlProps } from '../../ui/index.ts'

export type PhoneControlProps = Pick<
  TextControlProps,
  'autoComplete' | 'autoFocus' | 'enterKeyHint' | 'readOnly' | 'start'
> & {
  phone: PhoneEntry
  /** Includes a calling code if the typed number contains one. */
  onChange: (entry: Partial<PhoneEntry>) => void
}

export function PhoneControl({ phone, onChange, ...control }: PhoneControlProps) {
  const { phoneNumber } = phone
  const parseWholeNumber = () => {
    const entry = parsePhoneEntry(phoneNumber, { chosen: phone })
    if (entry.dialCode !== undefined && !control.readOnly) onChange(entry)
  }
  return (
    <TextControl
      {...control}
      type="tel"
      inputMode="tel"
      value={phoneNumber}
      onChange={({ currentTarget }) => {
        const { value, selectionStart } = currentTarget
        const entry = parsePhoneEntry(value, {
          chosen: phone,
          isTyped: value.length <= phoneNumber.length + 1,
        })
        onChange(entry)
        if (entry.phoneNumber === undefined || entry.phoneNumber === value) return
        const caret = caretInEntry(value, selectionStart ?? value.length, entry.phoneNumber)
        // React sets the value after this handler returns, which moves the caret to the end.
        queueMicrotask(() => currentTarget.setSelectionRange(caret, caret))
      }}
      onBlur={parseWholeNumber}
      // Enter submits the form; parse the number first.
      onKeyDown={({ key }) => key === 'Enter' && parseWholeNumber()}
    />
  )
}
