import { Field as BaseField } from '@base-ui/react/field'
import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './Field.module.css'

export type FieldProps = {
  label: string
  /** For screen readers only, where a heading right above says the same. */
  labelUnseen?: boolean
  /** What is wrong: it is tied to the control and marks it invalid. */
  error?: string | undefined
  /** Under the control, soft. */
  hint?: ReactNode
  disabled?: boolean
  /** The control: `TextControl`, `OtpField`'s boxes, a `Stepper`, or any Base UI control. */
  children: ReactNode
}

/** Label, control, hint and error, tied together for every reader. */
export function Field({ label, labelUnseen, error, hint, disabled, children }: FieldProps) {
  return (
    <BaseField.Root className={styles.field} invalid={error !== undefined} disabled={disabled}>
      <BaseField.Label className={labelUnseen ? 'unseen' : styles.label}>{label}</BaseField.Label>
      {children}
      {hint && <BaseField.Description className={styles.hint}>{hint}</BaseField.Description>}
      <div aria-live="polite">
        {error !== undefined && (
          <BaseField.Error match className={styles.error}>
            <CircleAlert size={18} aria-hidden="true" />
            {error}
          </BaseField.Error>
        )}
      </div>
    </BaseField.Root>
  )
}

export type TextControlProps = Omit<BaseField.Control.Props, 'className' | 'render'> & {
  /** Several lines of text that grow with what is typed. */
  multiline?: boolean
  /** Inside the box, before and after the text: a dial code, a button that clears. */
  start?: ReactNode
  end?: ReactNode
}

/** A box to type in, as the control of a `Field`. Takes every attribute of an `<input>`. */
export function TextControl({ multiline = false, start, end, ...input }: TextControlProps) {
  return (
    <div className={styles.box}>
      {start}
      <BaseField.Control
        className={styles.input}
        render={multiline ? <textarea rows={3} /> : undefined}
        {...input}
      />
      {end}
    </div>
  )
}
