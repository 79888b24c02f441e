import { CircleAlert } from 'lucide-react'
import { type ComponentProps, type ReactNode, useContext, useId } from 'react'
import { deferComposedInput } from './defer-composed-input.ts'
import styles from './Field.module.css'
import { ErrorLive, FieldContext, useFieldContext } from './field-context.ts'

export type FieldProps = {
  label: string
  labelUnseen?: boolean
  error?: string | undefined
  hint?: ReactNode
  disabled?: boolean
  children: ReactNode
}

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
  multiline?: boolean
  start?: ReactNode
  end?: ReactNode
}

export function TextControl({ multiline = false, start, end, ...attributes }: TextControlProps) {
  const field = useFieldContext()
  const input = {
    id: field?.id,
    'aria-describedby': field?.describedBy,
    'aria-invalid': field?.isInvalid || undefined,
    disabled: field?.isDisabled,
    // Numeric values are normalized while typing, which breaks input methods.
    ref: attributes.inputMode && deferComposedInput,
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

type SelectControlProps = Omit<ComponentProps<'select'>, 'className'>

/** A native list of options, for long ones that phones show as a wheel. */
export function SelectControl(attributes: SelectControlProps) {
  const field = useFieldContext()
  return (
    <div className={styles.box} data-invalid={field?.isInvalid || undefined}>
      <select
        id={field?.id}
        aria-describedby={field?.describedBy}
        aria-invalid={field?.isInvalid || undefined}
        disabled={field?.isDisabled}
        {...attributes}
        className={styles.input}
      />
    </div>
  )
}
