import { policy } from '@handsfree/core/policy'
import { useIntl } from 'react-intl'
import { Checkbox } from '../../ui/index.ts'

type SaveForNextTimeProps = { saves: boolean; disabled: boolean; onChange: (saves: boolean) => void }

export function SaveForNextTime({ saves, disabled, onChange }: SaveForNextTimeProps) {
  const intl = useIntl()
  return (
    <Checkbox
      label={intl.formatMessage({ id: 'saved.forNextTime' })}
      detail={intl.formatMessage({ id: 'saved.forNextTimeDetail' }, policy)}
      checked={saves}
      disabled={disabled}
      onChange={onChange}
    />
  )
}
