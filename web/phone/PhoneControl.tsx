import type { Phone } from '@handsfree/core/api'
import { caretInEntry, readPhoneEntry } from '@handsfree/core/phone'
import { TextControl, type TextControlProps } from '../ui/index.ts'

export type PhoneControlProps = Pick<
  TextControlProps,
  'autoComplete' | 'autoFocus' | 'enterKeyHint' | 'readOnly' | 'start'
> & {
  phoneNumber: string
  /** With a calling code, when what was typed names one. */
  onChange: (entry: Partial<Phone>) => void
}

/** A phone number to type or paste, in any writing; the caret stays where it was typed. */
export const PhoneControl = ({ phoneNumber, onChange, ...control }: PhoneControlProps) => (
  <TextControl
    {...control}
    type="tel"
    inputMode="tel"
    value={phoneNumber}
    onChange={({ currentTarget }) => {
      const { value, selectionStart } = currentTarget
      const entry = readPhoneEntry(value)
      onChange(entry)
      if (entry.phoneNumber === undefined || entry.phoneNumber === value) return
      const caret = caretInEntry(value, selectionStart ?? value.length, entry.phoneNumber)
      // React writes the entry into the field when this handler returns, with the caret behind it.
      queueMicrotask(() => currentTarget.setSelectionRange(caret, caret))
    }}
  />
)
