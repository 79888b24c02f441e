import { formatDayChip } from '@handsfree/core/i18n'
import { CalendarDays } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useIntl } from 'react-intl'
import { ChipGroup, IconButton, Sheet } from '../../ui/index.ts'
import { DayCalendar } from './DayCalendar.tsx'
import styles from './SlotPicker.module.css'

export type DayPickerProps = {
  label: string
  timeZone: string
  /** Days with slots, as `yyyy-MM-dd`. */
  days: readonly string[]
  value: string
  /** Milliseconds since 1970; determines "today". */
  now: number
  isEditable: boolean
  onChange: (day: string) => void
}

/** Days that fit in the strip; with more days there is also a calendar. */
const visibleDayCount = 3

export function DayPicker({ label, timeZone, days, value, now, isEditable, onChange }: DayPickerProps) {
  const intl = useIntl()
  const [isOpen, setIsOpen] = useState(false)
  // Day picked in the calendar, which the strip scrolls to.
  const [calendarDay, setCalendarDay] = useState('')
  const close = () => setIsOpen(false)
  const chips = useMemo(
    () =>
      days.map((day) => ({
        value: day,
        label: formatDayChip(day, { timeZone, now, intl }),
        disabled: !isEditable,
      })),
    [days, timeZone, now, intl, isEditable],
  )
  return (
    <div className={styles.days}>
      <ChipGroup
        label={label}
        layout="strip"
        row={calendarDay}
        value={value}
        options={chips}
        onChange={onChange}
      />
      {days.length > visibleDayCount && (
        <>
          <IconButton
            label={`${label}: ${intl.formatMessage({ id: 'orderForm.moreDays' })}`}
            disabled={!isEditable}
            onClick={() => setIsOpen(true)}
          >
            <CalendarDays size={22} />
          </IconButton>
          <Sheet
            open={isOpen}
            onClose={close}
            title={label}
            closeLabel={intl.formatMessage({ id: 'common.close' })}
          >
            <DayCalendar
              label={label}
              days={days}
              value={value}
              onChoose={(day) => {
                onChange(day)
                setCalendarDay(day)
                close()
              }}
            />
          </Sheet>
        </>
      )}
    </div>
  )
}
