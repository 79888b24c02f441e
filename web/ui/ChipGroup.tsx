import { memo, type ReactNode, useCallback, useEffect, useId, useLayoutEffect, useRef } from 'react'
import styles from './ChipGroup.module.css'
import { FieldError } from './FieldError.tsx'

export type ChipOption<Value extends string> = {
  value: Value
  label: ReactNode
  disabled?: boolean
  /** What stays the same when other options take the place of these, such as a time on another day. */
  key?: string
}

export type ChipGroupProps<Value extends string> = {
  /** The group's name for screen readers; a visible heading is the section's business. */
  label: string
  options: readonly ChipOption<Value>[]
  value: Value | null
  onChange: (value: Value) => void
  /** `strip` scrolls sideways in one line, `grid` has columns of one width, such as times. */
  layout?: 'wrap' | 'strip' | 'grid'
  /** Names the options: when it changes, a strip scrolls to its chosen chip, or back to its start. */
  row?: string
  error?: string | undefined
}

/** One choice of a few, as chips. Native radio buttons: arrow keys, forms and readers work by themselves. */
export function ChipGroup<Value extends string>({
  label,
  options,
  value,
  onChange,
  layout = 'wrap',
  row = '',
  error,
}: ChipGroupProps<Value>) {
  const id = useId()
  const strip = useRef<HTMLDivElement>(null)
  const shownRow = useRef<string>(null)
  const latest = useRef(onChange)
  useLayoutEffect(() => {
    latest.current = onChange
  })
  const choose = useCallback((chosen: string) => latest.current(chosen as Value), [])
  useEffect(() => {
    const shown = strip.current
    if (!shown || shownRow.current === row) return
    const isNew = shownRow.current === null
    shownRow.current = row
    const chosen = shown.querySelector(':checked')?.parentElement
    // A new strip begins at its start: to say so would lay out the page at once.
    if (isNew && !chosen) return
    shown.scrollLeft = chosen ? chosen.offsetLeft - (shown.clientWidth - chosen.offsetWidth) / 2 : 0
  }, [row])
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
          <Chip
            key={option.key ?? option.value}
            group={id}
            value={option.value}
            label={option.label}
            isChosen={option.value === value}
            isDisabled={option.disabled}
            onChoose={choose}
          />
        ))}
      </div>
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </div>
  )
}

type ChipProps = {
  group: string
  value: string
  label: ReactNode
  isChosen: boolean
  isDisabled: boolean | undefined
  onChoose: (value: string) => void
}

/** Rendered again only when it changes itself: a day has dozens, and React writes every radio button that it renders. */
const Chip = memo(({ group, value, label, isChosen, isDisabled, onChoose }: ChipProps) => (
  <label className={styles.chip}>
    <input
      type="radio"
      name={group}
      value={value}
      checked={isChosen}
      disabled={isDisabled}
      onChange={() => onChoose(value)}
      // What is chosen already, perhaps by the app, can be confirmed.
      onClick={isChosen ? () => onChoose(value) : undefined}
    />
    {label}
  </label>
))
