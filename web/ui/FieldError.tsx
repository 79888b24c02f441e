import { CircleAlert } from 'lucide-react'
import styles from './FieldError.module.css'

export type FieldErrorProps = { id?: string; children: string | undefined }

/** A message at a part of a form that is no single input; read out when it appears. */
export const FieldError = ({ id, children }: FieldErrorProps) => (
  <div aria-live="polite" id={id}>
    {children !== undefined && (
      <p className={styles.error}>
        <CircleAlert size={18} aria-hidden="true" />
        {children}
      </p>
    )}
  </div>
)
