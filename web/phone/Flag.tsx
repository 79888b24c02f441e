import { flagOf } from '@handsfree/core/phone'
import { useSyncExternalStore } from 'react'
import styles from './Flag.module.css'

let hasFlags: boolean | undefined

/** Whether the device draws the two letters of a flag as one picture; some systems have no flags. */
function drawsFlags(): boolean {
  if (hasFlags !== undefined) return hasFlags
  const canvas = document.createElement('canvas').getContext('2d')
  const widthOf = (text: string) => canvas?.measureText(text).width ?? 0
  hasFlags = widthOf(flagOf('CN')) < 1.5 * widthOf(flagOf('CN').slice(0, 2))
  return hasFlags
}

/** A region's flag, or its two letters where the device has no flags. Hidden from screen readers. */
export function Flag({ region }: { region: string }) {
  const hasFlag = useSyncExternalStore(
    () => () => undefined,
    drawsFlags,
    () => true,
  )
  return (
    <span className={styles.flag} data-letters={!hasFlag || undefined} aria-hidden="true">
      {hasFlag ? flagOf(region) : region}
    </span>
  )
}
