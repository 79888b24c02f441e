import { OTPField } from '@base-ui/react/otp-field'
import { useEffect, useRef } from 'react'
import { Field, type FieldProps } from './Field.tsx'
import styles from './OtpField.module.css'

export type OtpFieldProps = Omit<FieldProps, 'children'> & {
  /** Number of digits. */
  length: number
  value: string
  onChange: (value: string) => void
  /** Called when the last box fills, by typing, pasting or the phone's own autofill, and on Enter. */
  onSubmit: () => void
  /** Name of one box, from 1: "Digit 2 of 6". */
  boxLabel: (position: number) => string
  /** What is typed stays readable, but cannot be changed while it is being checked. */
  readOnly?: boolean
  autoFocus?: boolean
}

/** Boxes for a one-time code. */
export function OtpField({
  length,
  value,
  onChange,
  onSubmit,
  boxLabel,
  readOnly,
  autoFocus,
  ...field
}: OtpFieldProps) {
  const boxes = useRef<HTMLDivElement>(null)
  const isEmpty = value === ''
  useEffect(() => {
    // Emptied from outside, the focus would stay in the last box.
    const group = boxes.current
    if (isEmpty && group?.contains(document.activeElement)) group.querySelector('input')?.focus()
  }, [isEmpty])
  return (
    <Field {...field}>
      <OTPField.Root
        className={styles.boxes}
        ref={boxes}
        length={length}
        value={value}
        onValueChange={onChange}
        onValueComplete={onSubmit}
        onKeyDown={({ key }) => key === 'Enter' && onSubmit()}
        readOnly={readOnly}
        disabled={field.disabled}
        autoComplete="one-time-code"
      >
        {Array.from({ length }, (_, index) => (
          <OTPField.Input
            className={styles.box}
            key={index}
            autoFocus={autoFocus && index === 0}
            aria-label={index === 0 ? undefined : boxLabel(index + 1)}
            // Base UI names the first box as the group, which has that name already.
            render={index === 0 ? <input aria-label={boxLabel(1)} aria-labelledby={undefined} /> : undefined}
          />
        ))}
      </OTPField.Root>
    </Field>
  )
}
