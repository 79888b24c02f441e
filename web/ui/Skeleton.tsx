import type { ReactNode } from 'react'
import styles from './Skeleton.module.css'

export type SkeletonProps = {
  /** Any CSS length; full width by default. */
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
 * Group skeletons in `Loading`. An SVG has size attributes, and the Content Security Policy allows no `style`
 * attribute in server-rendered HTML.
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
  label: string
  children: ReactNode
}

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
