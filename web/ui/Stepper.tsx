import { Minus, Plus } from 'lucide-react'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { deferComposedInput } from './defer-composed-input.ts'
import { FieldError } from './FieldError.tsx'
import { InlineList } from './InlineList.tsx'
import styles from './Stepper.module.css'

export type StepperProps = {
  label: string
  value: number
  min: number
  max: number
  onChange: (value: number) => void
  decreaseLabel: string
  increaseLabel: string
  digitsOf: (text: string) => string
  hint?: string
  error?: string | undefined
}

export function Stepper({
  label,
  value,
  min,
  max,
  onChange,
  decreaseLabel,
  increaseLabel,
  digitsOf,
  hint,
  error,
}: StepperProps) {
  const id = useId()
  // Keeps the typed text until blur, even if it is empty or out of bounds.
  const [typedText, setTypedText] = useState<string | null>(null)
  const change = (requested: number) => {
    const next = Math.min(max, Math.max(min, requested))
    if (next !== value) onChange(next)
  }
  const decrease = usePressAndHold(() => change(value - 1))
  const increase = usePressAndHold(() => change(value + 1))
  const type = (text: string) => {
    const digits = digitsOf(text)
    const wished = Number(digits)
    setTypedText(wished > max ? String(max) : digits)
    if (digits !== '' && wished >= min) change(wished)
  }
  const keys: Record<string, number> = {
    ArrowUp: value + 1,
    ArrowDown: value - 1,
    PageUp: value + 10,
    PageDown: value - 10,
    Home: min,
    End: max,
  }
  return (
    <div className={styles.stepper}>
      <div className={styles.words}>
        <label className={styles.label} htmlFor={id}>
          {label}
        </label>
        <div className={styles.hint} id={`${id}-hint`}>
          <InlineList text={hint} />
        </div>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: screen readers announce a fieldset with its legend. */}
      <div className={styles.group} role="group">
        <button
          className={styles.button}
          type="button"
          tabIndex={-1}
          aria-label={decreaseLabel}
          aria-controls={id}
          aria-disabled={value <= min || undefined}
          {...decrease}
        >
          <Minus size={20} />
        </button>
        <input
          className={styles.input}
          ref={deferComposedInput}
          id={id}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          role="spinbutton"
          aria-valuenow={value}
          aria-valuemin={min}
          aria-valuemax={max}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={`${id}-hint ${id}-error`}
          value={typedText ?? String(value)}
          onChange={({ currentTarget }) => type(currentTarget.value)}
          onBlur={() => setTypedText(null)}
          onKeyDown={(event) => {
            const next = keys[event.key]
            if (next === undefined) return
            event.preventDefault()
            setTypedText(null)
            change(next)
          }}
        />
        <button
          className={styles.button}
          type="button"
          tabIndex={-1}
          aria-label={increaseLabel}
          aria-controls={id}
          aria-disabled={value >= max || undefined}
          {...increase}
        >
          <Plus size={20} />
        </button>
      </div>
      <div className={styles.error}>
        <FieldError id={`${id}-error`}>{error}</FieldError>
      </div>
    </div>
  )
}

/** Delay before a held button repeats, and the interval of repeats, in ms. */
const holdDelayMs = 400
const repeatIntervalMs = 60

function usePressAndHold(act: () => void): { onPointerDown: () => void; onClick: () => void } {
  const step = useEffectEvent(() => act())
  const stop = useRef(() => {})
  const hasRepeated = useRef(false)
  useEffect(() => () => stop.current(), [])
  const hold = useEffectEvent(() => {
    hasRepeated.current = true
    step()
  })
  const start = useRef(() => {
    stop.current()
    hasRepeated.current = false
    let pace: ReturnType<typeof setInterval> | undefined
    const timeout = setTimeout(() => {
      pace = setInterval(() => hold(), repeatIntervalMs)
    }, holdDelayMs)
    const abortController = new AbortController()
    stop.current = () => {
      clearTimeout(timeout)
      clearInterval(pace)
      abortController.abort()
    }
    for (const type of ['pointerup', 'pointercancel', 'blur']) {
      window.addEventListener(type, () => stop.current(), { signal: abortController.signal })
    }
  })
  return {
    onPointerDown: () => start.current(),
    onClick: () => {
      if (!hasRepeated.current) act()
      hasRepeated.current = false
    },
  }
}
