import type { ReactNode } from 'react'
import styles from './Skeleton.module.css'

export type SkeletonProps = {
  /** Any CSS length; the full width without it. */
  width?: string
  height?: string
  shape?: 'line' | 'block' | 'circle'
}

const sizes = {
  line: { width: '100%', height: '1em' },
  block: { width: '100%', height: '96px' },
  circle: { width: '44px', height: '44px' },
}

/**
 * A quiet shape in the place of what comes. Put the shapes of a whole part into `Loading`. The attributes of a picture
 * give its size: the page's policy allows no `style` in HTML that the server renders.
 */
export function Skeleton({ width, height, shape = 'line' }: SkeletonProps) {
  const size = sizes[shape]
  return (
    <svg
      className={styles.skeleton}
      data-shape={shape}
      width={width ?? size.width}
      height={height ?? size.height}
      aria-hidden="true"
    />
  )
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
