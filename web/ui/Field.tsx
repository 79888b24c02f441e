import { CircleAlert } from 'lucide-react'
import { type ComponentProps, type ReactNode, useContext, useId } from 'react'
import { composedWhole } from './composed-whole.ts'
import styles from './Field.module.css'
import { ErrorLive, FieldContext, useFieldFacts } from './field-context.ts'

export type FieldProps = {
  label: string
  /** For screen readers only, where a heading right above says the same. */
  labelUnseen?: boolean
  /** What is wrong: it is tied to the control and marks it invalid. */
  error?: string | undefined
  /** Under the control, soft. */
  hint?: ReactNode
  disabled?: boolean
  /** The control: `TextControl` or `OtpField`'s boxes. */
  children: ReactNode
}

/** Label, control, hint and error, tied together for every reader. */
export function Field({ label, labelUnseen, error, hint, disabled = false, children }: FieldProps) {
  const id = useId()
  const labelId = `${id}-label`
  const isInvalid = error !== undefined
  const hintId = hint ? `${id}-hint` : undefined
  const errorId = isInvalid ? `${id}-error` : undefined
  const describedBy = [hintId, errorId].filter(Boolean).join(' ') || undefined
  return (
    <div className={styles.field}>
      <label className={labelUnseen ? 'unseen' : styles.label} htmlFor={id} id={labelId}>
        {label}
      </label>
      <FieldContext value={{ id, labelId, describedBy, isInvalid, isDisabled: disabled }}>
        {children}
      </FieldContext>
      {hint && (
        <p className={styles.hint} id={hintId}>
          {hint}
        </p>
      )}
      <div aria-live={useContext(ErrorLive)}>
        {isInvalid && (
          <div className={styles.error} id={errorId}>
            <CircleAlert size={18} aria-hidden="true" />
            {error}
          </div>
        )}
      </div>
    </div>
  )
}

type Attributes = Omit<ComponentProps<'input'>, 'className'>

export type TextControlProps = Attributes & {
  /** Several lines of text that grow with what is typed. */
  multiline?: boolean
  /** Inside the box, before and after the text: a dial code, a button that clears. */
  start?: ReactNode
  end?: ReactNode
}

/** A box to type in, as the control of a `Field`. Takes every attribute of an `<input>`. */
export function TextControl({ multiline = false, start, end, ...attributes }: TextControlProps) {
  const field = useFieldFacts()
  const input = {
    id: field?.id,
    'aria-describedby': field?.describedBy,
    'aria-invalid': field?.isInvalid || undefined,
    disabled: field?.isDisabled,
    // Numbers and amounts are rewritten as they are typed.
    ref: attributes.inputMode && composedWhole,
    ...attributes,
    className: styles.input,
  }
  return (
    <div className={styles.box} data-invalid={field?.isInvalid || undefined}>
      {start}
      {multiline ? <textarea rows={3} {...(input as ComponentProps<'textarea'>)} /> : <input {...input} />}
      {end}
    </div>
  )
}
