import { Download } from 'lucide-react'
import { useIntl } from 'react-intl'
import { useApp } from '../../app/context.ts'
import { Button, toast } from '../../ui/index.ts'
import type { OrderProps } from './order-props.ts'

/** Saves the receipt as a file, once something was paid. Its code loads with the first tap. */
export function ReceiptButton({ order }: OrderProps) {
  const intl = useIntl()
  const app = useApp()
  if (order.payments.length === 0) return null
  const save = async () => {
    try {
      const { saveReceipt } = await import('../../receipt/save-receipt.ts')
      await saveReceipt(order, app)
    } catch {
      toast.ask(intl.formatMessage({ id: 'receipt.failed' }), intl.formatMessage({ id: 'common.close' }))
    }
  }
  return (
    <Button kind="ghost" icon={<Download size={20} aria-hidden="true" />} onClick={save}>
      {intl.formatMessage({ id: 'receipt.download' })}
    </Button>
  )
}
