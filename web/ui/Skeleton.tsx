import type { ReactNode } from 'react'
import styles from './Skeleton.module.css'

export type SkeletonProps = {
  /** Any CSS length; the full width without it. */
  width?: string
  height?: string
  shape?: 'line' | 'block' | 'circle'
}

/** A quiet shape in the place of what comes. Put the shapes of a whole part into `Loading`. */
export function Skeleton({ width, height, shape = 'line' }: SkeletonProps) {
  return <div className={styles.skeleton} data-shape={shape} style={{ width, height }} />
}

export type LoadingProps = {
  /** What a screen reader says. */
  label: string
  children: ReactNode
}

/** Skeletons in the shape of what comes. */
export function Loading({ label, children }: LoadingProps) {
  return (
    <div role="status" aria-busy="true">
      <span className="unseen">{label}</span>
      <div className={styles.shapes} aria-hidden="true">
        {children}
      </div>
    </div>
  )
}
