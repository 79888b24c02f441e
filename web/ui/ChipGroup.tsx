import { type ReactNode, useEffect, useId, useRef } from 'react'
import styles from './ChipGroup.module.css'
import { FieldError } from './FieldError.tsx'

export type ChipOption<Value extends string> = { value: Value; label: ReactNode; disabled?: boolean }

export type ChipGroupProps<Value extends string> = {
  /** The group's name for screen readers; a visible heading is the section's business. */
  label: string
  options: readonly ChipOption<Value>[]
  value: Value | null
  onChange: (value: Value) => void
  /** `strip` scrolls sideways in one line, for long rows such as times. */
  layout?: 'wrap' | 'strip'
  error?: string | undefined
}

/** One choice of a few, as chips. Native radio buttons: arrow keys, forms and readers work by themselves. */
export function ChipGroup<Value extends string>({
  label,
  options,
  value,
  onChange,
  layout = 'wrap',
  error,
}: ChipGroupProps<Value>) {
  const id = useId()
  const strip = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const row = strip.current
    const chosen = row?.querySelector<HTMLElement>(':has(> :checked)')
    if (row && chosen) row.scrollLeft = chosen.offsetLeft - (row.clientWidth - chosen.offsetWidth) / 2
  }, [])
  return (
    <div>
      <div
        ref={strip}
        className={styles.chips}
        data-layout={layout}
        role="radiogroup"
        aria-label={label}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={error === undefined ? undefined : `${id}-error`}
      >
        {options.map((option) => (
          <label className={styles.chip} key={option.value}>
            <input
              type="radio"
              name={id}
              value={option.value}
              checked={option.value === value}
              disabled={option.disabled}
              onChange={() => onChange(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </div>
  )
}
