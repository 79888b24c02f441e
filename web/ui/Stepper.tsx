import { NumberField } from '@base-ui/react/number-field'
import { Minus, Plus } from 'lucide-react'
import { useId } from 'react'
import { FieldError } from './FieldError.tsx'
import styles from './Stepper.module.css'

export type StepperProps = {
  label: string
  value: number
  min: number
  max: number
  onChange: (value: number) => void
  decreaseLabel: string
  increaseLabel: string
  /** Under the label, soft: the price of one piece, or the limit that was reached. */
  hint?: string
  error?: string | undefined
}

/** A whole number between two bounds, with a button on either side; typing and arrow keys work too. */
export function Stepper({
  label,
  value,
  min,
  max,
  onChange,
  decreaseLabel,
  increaseLabel,
  hint,
  error,
}: StepperProps) {
  const id = useId()
  return (
    <NumberField.Root
      id={id}
      className={styles.stepper}
      value={value}
      min={min}
      max={max}
      format={{ maximumFractionDigits: 0 }}
      onValueChange={(next) => next !== null && onChange(next)}
    >
      <div className={styles.words}>
        <label className={styles.label} htmlFor={id}>
          {label}
        </label>
        <div className={styles.hint} id={`${id}-hint`}>
          {hint}
        </div>
      </div>
      <NumberField.Group className={styles.group}>
        <NumberField.Decrement className={styles.button} aria-label={decreaseLabel}>
          <Minus size={20} />
        </NumberField.Decrement>
        <NumberField.Input
          className={styles.input}
          role="spinbutton"
          aria-valuenow={value}
          aria-valuemin={min}
          aria-valuemax={max}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={`${id}-hint ${id}-error`}
          aria-roledescription={undefined}
        />
        <NumberField.Increment className={styles.button} aria-label={increaseLabel}>
          <Plus size={20} />
        </NumberField.Increment>
      </NumberField.Group>
      <div className={styles.error}>
        <FieldError id={`${id}-error`}>{error}</FieldError>
      </div>
    </NumberField.Root>
  )
}
