import { caretInEntry, type PhoneEntry, readPhoneEntry } from '@handsfree/core/phone'
import { TextControl, type TextControlProps } from '../../ui/index.ts'

export type PhoneControlProps = Pick<
  TextControlProps,
  'autoComplete' | 'autoFocus' | 'enterKeyHint' | 'readOnly' | 'start'
> & {
  phone: PhoneEntry
  /** With a calling code, when what was typed names one. */
  onChange: (entry: Partial<PhoneEntry>) => void
}

/** A phone number to type or paste, in any writing; the caret stays where it was typed. */
export function PhoneControl({ phone, onChange, ...control }: PhoneControlProps) {
  const { phoneNumber } = phone
  const readWhole = () => {
    const entry = readPhoneEntry(phoneNumber, { chosen: phone })
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
        const entry = readPhoneEntry(value, {
          chosen: phone,
          isTyped: value.length <= phoneNumber.length + 1,
        })
        onChange(entry)
        if (entry.phoneNumber === undefined || entry.phoneNumber === value) return
        const caret = caretInEntry(value, selectionStart ?? value.length, entry.phoneNumber)
        // React writes the entry into the field when this handler returns, with the caret behind it.
        queueMicrotask(() => currentTarget.setSelectionRange(caret, caret))
      }}
      onBlur={readWhole}
      // The form is submitted next.
      onKeyDown={({ key }) => key === 'Enter' && readWhole()}
    />
  )
}
