import { useIntl } from 'react-intl'
import { Loading, Skeleton } from '../ui/index.ts'

export function OrdersSkeleton() {
  const intl = useIntl()
  return (
    <Loading label={intl.formatMessage({ id: 'orders.loading' })}>
      <Skeleton shape="block" height="252px" />
      <Skeleton shape="block" height="252px" />
    </Loading>
  )
}
