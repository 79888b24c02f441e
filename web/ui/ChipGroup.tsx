import { memo, type ReactNode, useCallback, useEffect, useId, useLayoutEffect, useRef } from 'react'
import styles from './ChipGroup.module.css'
import { FieldError } from './FieldError.tsx'

export type ChipOption<Value extends string> = {
  value: Value
  label: ReactNode
  disabled?: boolean
  /** Identity of the option when the options change, such as the same time on another day. */
  key?: string
}

export type ChipGroupProps<Value extends string> = {
  label: string
  options: readonly ChipOption<Value>[]
  value: Value | null
  onChange: (value: Value) => void
  /** `strip`: one line that scrolls sideways. `grid`: columns of equal width. */
  layout?: 'wrap' | 'strip' | 'grid'
  /** Identifies the set of options. A change scrolls a strip to its checked chip or to the start. */
  row?: string
  error?: string | undefined
}

/** Native radio buttons, for keyboard and screen reader support. */
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
    const element = strip.current
    if (!element || shownRow.current === row) return
    const isNew = shownRow.current === null
    shownRow.current = row
    const chosen = element.querySelector(':checked')?.parentElement
    // A new strip is already at its start; reading its position would force a layout.
    if (isNew && !chosen) return
    element.scrollLeft = chosen ? chosen.offsetLeft - (element.clientWidth - chosen.offsetWidth) / 2 : 0
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

/** Memoized: a day has dozens of chips, and React updates every radio button that it renders. */
const Chip = memo(({ group, value, label, isChosen, isDisabled, onChoose }: ChipProps) => (
  <label className={styles.chip}>
    <input
      type="radio"
      name={group}
      value={value}
      checked={isChosen}
      disabled={isDisabled}
      onChange={() => onChoose(value)}
      // Radio buttons fire no `change` if already checked, but a preselected option can be confirmed.
      onClick={isChosen ? () => onChoose(value) : undefined}
    />
    {label}
  </label>
))
