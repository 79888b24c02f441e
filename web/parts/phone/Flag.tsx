import { flagOf } from '@handsfree/core/phone'
import { useSyncExternalStore } from 'react'
import { useIntl } from 'react-intl'
import styles from './Flag.module.css'

let hasFlags: boolean | undefined
const listeners = new Set<() => void>()

/** Some systems lack flag emoji and draw the two letters instead. */
function drawsFlags(): boolean {
  if (hasFlags !== undefined) return hasFlags
  const canvas = document.createElement('canvas').getContext('2d')
  const widthOf = (text: string) => canvas?.measureText(text).width ?? 0
  hasFlags = widthOf(flagOf('CN')) < 1.5 * widthOf(flagOf('CN').slice(0, 2))
  return hasFlags
}

/** Loads a flag font on devices without flag emoji. If that fails, the letters stay. */
export async function loadFlags(url: string): Promise<void> {
  if (drawsFlags()) return
  const font = new FontFace('Flags', `url(${url})`)
  await font.load().then(
    () => {
      document.fonts.add(font)
      hasFlags = true
      for (const listener of listeners) listener()
    },
    () => undefined,
  )
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Falls back to the region's two letters. */
export function Flag({ region }: { region: string }) {
  const { locale } = useIntl()
  const canDraw = useSyncExternalStore(subscribe, drawsFlags, () => true)
  // Publishing rules in mainland China require 中国台湾 without a flag.
  const hasFlag = canDraw && !(locale === 'zh-CN' && region === 'TW')
  return (
    <span className={styles.flag} data-letters={hasFlag ? undefined : region} aria-hidden="true">
      {hasFlag && flagOf(region)}
    </span>
  )
}
