import { useMemo } from 'react'
import { encode } from 'uqr'
import styles from './QrCode.module.css'

export type QrCodeProps = {
  value: string
  label: string
  size?: number
}

/** Dark on white in every color scheme, for scanners. Generated on the device, so it works offline. */
export function QrCode({ value, label, size = 108 }: QrCodeProps) {
  const { edge, path } = useMemo(() => {
    const { size: edge, data } = encode(value, { ecc: 'M', border: 3 })
    const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
    return { edge, path }
  }, [value])
  return (
    <svg
      className={styles.code}
      viewBox={`0 0 ${edge} ${edge}`}
      width={size}
      height={size}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <path d={path} />
    </svg>
  )
}
