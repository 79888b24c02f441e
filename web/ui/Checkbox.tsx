import { type ReactNode, useId } from 'react'
import styles from './Checkbox.module.css'

export type CheckboxProps = {
  label: ReactNode
  detail?: ReactNode
  checked: boolean
  disabled?: boolean
  onChange: (checked: boolean) => void
}

export function Checkbox({ label, detail, checked, disabled, onChange }: CheckboxProps) {
  const detailId = useId()
  return (
    <label className={styles.check}>
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        aria-describedby={detail ? detailId : undefined}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      {label}
      {detail && (
        <span id={detailId} className={styles.detail} aria-hidden="true">
          {detail}
        </span>
      )}
    </label>
  )
}
