import { type KeyboardEvent, useEffect, useRef } from 'react'
import { deferComposedInput } from './defer-composed-input.ts'
import { Field, type FieldProps } from './Field.tsx'
import { useFieldContext } from './field-context.ts'
import styles from './OtpField.module.css'

export type OtpFieldProps = Pick<FieldProps, 'label' | 'error'> & BoxesProps

type BoxesProps = {
  length: number
  value: string
  onChange: (value: string) => void
  /** Called on Enter and when the last box fills by typing, pasting or autofill. */
  onSubmit: () => void
  digitsOf: (text: string) => string
  boxLabel: (position: number) => string
  /** Set during verification: readable, but not editable. */
  readOnly?: boolean | undefined
  autoFocus?: boolean | undefined
  /** Shows dots, such as for a PIN on a shared screen. */
  isMasked?: boolean
}

/** The label is visually hidden, because a heading names the field. */
export const OtpField = ({ label, error, ...boxes }: OtpFieldProps) => (
  <Field label={label} labelUnseen error={error}>
    <Boxes {...boxes} />
  </Field>
)

function Boxes({
  length,
  value,
  onChange,
  onSubmit,
  digitsOf,
  boxLabel,
  readOnly = false,
  autoFocus,
  isMasked = false,
}: BoxesProps) {
  const field = useFieldContext()
  const group = useRef<HTMLDivElement>(null)
  /** Change sent to the parent: focus `box` once `value` arrives, and submit if it is complete. */
  const pending = useRef<{ value: string; box: number; isComplete: boolean }>(null)
  const last = length - 1
  const goTo = (box: number) => {
    const input = group.current?.querySelectorAll('input')[Math.max(0, Math.min(box, last))]
    input?.focus()
    input?.select()
  }

  useEffect(() => {
    const next = pending.current
    pending.current = null
    if (next?.value === value) {
      goTo(next.box)
      if (next.isComplete) onSubmit()
    } else if (value === '' && group.current?.contains(document.activeElement)) {
      // After a reset by the parent, the focus would stay in the last box.
      goTo(0)
    }
  }, [value])

  const change = (next: string, box: number, isComplete = false) => {
    if (next === value) {
      goTo(box)
      if (isComplete) onSubmit()
      return
    }
    pending.current = { value: next, box, isComplete }
    onChange(next)
  }
  const without = (box: number) => value.slice(0, box) + value.slice(box + 1)
  /** Overwrites from a box on. A complete code fills all boxes, wherever it is pasted. */
  const write = (text: string, at: number, isPasted = false) => {
    const digits = digitsOf(text)
    if (digits === '') return
    const box = digits.length >= length ? 0 : Math.min(at, value.length)
    const next = (value.slice(0, box) + digits + value.slice(box + digits.length)).slice(0, length)
    change(next, box + digits.length, next.length === length && (isPasted || value.length < length))
  }
  const press = (event: KeyboardEvent<HTMLInputElement>, box: number) => {
    if (event.nativeEvent.isComposing) return
    const moves: Record<string, number> = {
      ArrowLeft: box - 1,
      ArrowRight: Math.min(box + 1, value.length),
      Home: 0,
      ArrowUp: 0,
      End: value.length,
      ArrowDown: value.length,
    }
    const target = moves[event.key]
    if (target !== undefined) {
      event.preventDefault()
      goTo(target)
    } else if (event.key === 'Enter') {
      onSubmit()
    } else if (!readOnly && event.key === 'Backspace') {
      event.preventDefault()
      if (event.ctrlKey || event.metaKey) change('', 0)
      else change(without(value[box] === undefined ? box - 1 : box), box - 1)
    } else if (!readOnly && event.key === 'Delete') {
      event.preventDefault()
      change(without(box), box)
    } else if (event.key === value[box] && !event.ctrlKey && !event.metaKey) {
      // Typing the same digit again fires no `input` event.
      event.preventDefault()
      goTo(box + 1)
    }
  }
  const activeBox = Math.min(value.length, last)
  return (
    // biome-ignore lint/a11y/useSemanticElements: the surrounding field already has a label.
    <div
      className={styles.boxes}
      ref={group}
      role="group"
      aria-labelledby={field?.labelId}
      aria-describedby={field?.describedBy}
    >
      {Array.from({ length }, (_, box) => (
        <input
          className={styles.box}
          data-masked={isMasked || undefined}
          key={box}
          ref={deferComposedInput}
          id={box === 0 ? field?.id : undefined}
          type="text"
          inputMode="numeric"
          autoComplete={box === 0 && !isMasked ? 'one-time-code' : 'off'}
          enterKeyHint={box === last ? 'done' : 'next'}
          tabIndex={box === activeBox ? 0 : -1}
          // biome-ignore lint/a11y/noAutofocus: the code is the page's only input.
          autoFocus={autoFocus && box === 0}
          aria-label={boxLabel(box + 1)}
          aria-invalid={field?.isInvalid || undefined}
          readOnly={readOnly}
          value={value[box] ?? ''}
          onMouseDown={(event) => {
            event.preventDefault()
            goTo(Math.min(box, value.length))
          }}
          onFocus={({ currentTarget }) => {
            if (box > value.length) goTo(value.length)
            else currentTarget.select()
          }}
          onChange={({ currentTarget }) => {
            if (readOnly) return
            if (currentTarget.value === '') change(without(box), box)
            else write(currentTarget.value, box)
          }}
          onPaste={(event) => {
            event.preventDefault()
            if (!readOnly) write(event.clipboardData.getData('text/plain'), box, true)
          }}
          onKeyDown={(event) => press(event, box)}
        />
      ))}
    </div>
  )
}
