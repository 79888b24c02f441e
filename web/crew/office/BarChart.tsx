import { useCallback, useSyncExternalStore } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import styles from './BarChart.module.css'

export type BarChartProps = {
  /** For screen readers; a table beside the chart has the numbers. */
  label: string
  names: readonly string[]
  /** Drawn over each other, the largest first. */
  series: readonly { title: string; tone: 'pine' | 'coral'; values: readonly number[] }[]
  format?: (value: number) => string
}

const darkQuery = '(prefers-color-scheme: dark)'
const watchScheme = (listener: () => void) => {
  const query = matchMedia(darkQuery)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

const heightPx = 200

/** Bars by name, such as by day. */
export function BarChart({ label, names, series, format = String }: BarChartProps) {
  const isDark = useSyncExternalStore(watchScheme, () => matchMedia(darkQuery).matches)
  const draw = useCallback(
    (box: HTMLDivElement) => {
      const colorOf = (name: string) => getComputedStyle(box).getPropertyValue(`--${name}`)
      const axis = { stroke: colorOf('ink-soft'), grid: { show: false }, ticks: { show: false } }
      const chart = new uPlot(
        {
          width: box.clientWidth,
          height: heightPx,
          padding: [8, 8, 0, 0],
          cursor: { show: false },
          legend: { show: false },
          scales: {
            x: { time: false, range: [-0.6, names.length - 0.4] },
            y: { range: (_, __, most) => [0, most || 1] },
          },
          axes: [
            {
              ...axis,
              size: 28,
              values: (_, splits) => splits.map((index) => names[index] ?? ''),
              incrs: [1, 2, 5, 7, 14, 30],
            },
            {
              ...axis,
              size: 64,
              values: (_, splits) => splits.map(format),
              grid: { stroke: colorOf('line') },
            },
          ],
          series: [
            {},
            ...series.map(({ title, tone }) => ({
              label: title,
              fill: colorOf(tone),
              width: 0,
              points: { show: false },
              paths: uPlot.paths.bars?.({ size: [0.7, 40] }),
            })),
          ],
        } as uPlot.Options,
        [names.map((_, index) => index), ...series.map(({ values }) => [...values])],
        box,
      )
      const observer = new ResizeObserver(() => chart.setSize({ width: box.clientWidth, height: heightPx }))
      observer.observe(box)
      return () => {
        observer.disconnect()
        chart.destroy()
      }
    },
    [names, series, format, isDark],
  )
  return (
    <figure className={styles.figure}>
      <div className={styles.chart} ref={draw} role="img" aria-label={label} />
      <figcaption className={styles.legend}>
        {series.map(({ title, tone }) => (
          <span key={title} data-tone={tone}>
            {title}
          </span>
        ))}
      </figcaption>
    </figure>
  )
}
