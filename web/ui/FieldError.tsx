import { CircleAlert } from 'lucide-react'
import { useContext } from 'react'
import styles from './FieldError.module.css'
import { ErrorLive } from './field-context.ts'

export type FieldErrorProps = { id?: string; children: string | undefined }

/** For groups without a single input. Announced when it appears. */
export const FieldError = ({ id, children }: FieldErrorProps) => (
  <div aria-live={useContext(ErrorLive)} id={id}>
    {children !== undefined && (
      <p className={styles.error}>
        <CircleAlert size={18} aria-hidden="true" />
        {children}
      </p>
    )}
  </div>
)
