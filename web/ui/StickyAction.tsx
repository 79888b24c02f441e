import { type ReactNode, useEffect, useRef } from 'react'
import styles from './StickyAction.module.css'

export type StickyActionProps = {
  alert?: ReactNode
  summary?: ReactNode
  children: ReactNode
}

export function StickyAction({ alert, summary, children }: StickyActionProps) {
  const bar = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const root = document.documentElement.style
    const observer = new ResizeObserver(([entry]) => {
      const height = entry?.borderBoxSize[0]?.blockSize ?? 0
      // A bar taller than a third of the window isn't sticky, so it covers nothing.
      const isTall = height > innerHeight / 3
      bar.current?.toggleAttribute('data-tall', isTall)
      root.setProperty('--bar', isTall ? '0px' : `${Math.ceil(height)}px`)
    })
    if (bar.current) observer.observe(bar.current)
    return () => {
      observer.disconnect()
      root.removeProperty('--bar')
    }
  }, [])
  return (
    <div className={styles.bar} ref={bar}>
      {alert && <div className={styles.alert}>{alert}</div>}
      {summary && <div className={styles.summary}>{summary}</div>}
      <div className={styles.action}>{children}</div>
    </div>
  )
}
