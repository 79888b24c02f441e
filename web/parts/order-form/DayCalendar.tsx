import { useIntl } from 'react-intl'
import styles from './DayCalendar.module.css'

export type DayCalendarProps = {
  label: string
  /** Selectable days as `yyyy-MM-dd`, sorted. */
  days: readonly string[]
  value: string
  onChoose: (day: string) => void
}

const dayMs = 86_400_000
const isoOf = (time: number) => new Date(time).toISOString().slice(0, 10)

/** Full calendar weeks that cover the days, as `yyyy-MM-dd`. */
function weeksOf(days: readonly string[], firstWeekday: number): string[][] {
  const [first, last] = [Date.parse(days[0] ?? ''), Date.parse(days.at(-1) ?? '')]
  const start = first - ((new Date(first).getUTCDay() - firstWeekday + 7) % 7) * dayMs
  const weeks = Math.floor((last - start) / dayMs / 7) + 1
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: 7 }, (_, day) => isoOf(start + (week * 7 + day) * dayMs)),
  )
}

export function DayCalendar({ label, days, value, onChoose }: DayCalendarProps) {
  const intl = useIntl()
  const weeks = weeksOf(days, intl.locale === 'en-US' ? 0 : 1)
  const part = (day: string, options: Intl.DateTimeFormatOptions) =>
    intl.formatDate(Date.parse(day), { timeZone: 'UTC', ...options })
  return (
    <table className={styles.calendar} aria-label={label}>
      <thead>
        <tr>
          {weeks[0]?.map((day) => (
            <th key={day} scope="col" abbr={part(day, { weekday: 'long' })}>
              {part(day, { weekday: intl.locale === 'en-US' ? 'short' : 'narrow' })}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((day) => (
              <td key={day}>
                <button
                  type="button"
                  className={styles.day}
                  disabled={!days.includes(day)}
                  aria-pressed={day === value}
                  aria-label={part(day, { weekday: 'long', month: 'long', day: 'numeric' })}
                  onClick={() => onChoose(day)}
                >
                  {Number(day.slice(8))}
                  {(day === days[0] || day.endsWith('-01')) && (
                    <span className={styles.month}>{part(day, { month: 'short' })}</span>
                  )}
                </button>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
