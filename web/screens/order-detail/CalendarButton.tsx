import { CalendarPlus } from 'lucide-react'
import { useIntl } from 'react-intl'
import { useApp } from '../../app/context.ts'
import { Button, toast } from '../../ui/index.ts'
import type { OrderProps } from './order-props.ts'

/** Saves pickup and delivery for the phone's calendar. Its code loads with the first tap. */
export function CalendarButton({ order }: OrderProps) {
  const intl = useIntl()
  const app = useApp()
  const save = async () => {
    try {
      const { saveCalendar } = await import('./save-calendar.ts')
      await saveCalendar(order, app)
    } catch {
      toast.ask(intl.formatMessage({ id: 'calendar.failed' }), intl.formatMessage({ id: 'common.close' }))
    }
  }
  return (
    <Button kind="ghost" icon={<CalendarPlus size={20} aria-hidden="true" />} onClick={save}>
      {intl.formatMessage({ id: 'calendar.add' })}
    </Button>
  )
}
