import { CircleAlert } from 'lucide-react'
import styles from './FieldError.module.css'
import { useErrorLive } from './field-context.ts'

export type FieldErrorProps = {
  id?: string
  /** Read out when it appears, also among `QuietErrors`: what happens by itself. */
  live?: boolean
  children: string | undefined
}

/** A message at a part of a form that is no single input; read out when it appears. */
export function FieldError({ id, live = false, children }: FieldErrorProps) {
  const errorLive = useErrorLive()
  return (
    <div aria-live={live ? 'polite' : errorLive} id={id}>
      {children !== undefined && (
        <p className={styles.error}>
          <CircleAlert size={18} aria-hidden="true" />
          {children}
        </p>
      )}
    </div>
  )
}
