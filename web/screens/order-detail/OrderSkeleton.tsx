import { useIntl } from 'react-intl'
import { BackBar } from '../../app/BackBar.tsx'
import { Loading, Page, Skeleton } from '../../ui/index.ts'

export function OrderSkeleton() {
  const intl = useIntl()
  return (
    <Page bar={<BackBar title={intl.formatMessage({ id: 'order.title' })} />}>
      <Loading label={intl.formatMessage({ id: 'order.loading' })}>
        <Skeleton width="96px" height="26px" />
        <Skeleton width="92%" height="30px" />
        <Skeleton width="58%" />
        <Skeleton shape="block" height="236px" />
        <Skeleton width="34%" />
        <Skeleton shape="block" height="260px" />
      </Loading>
    </Page>
  )
}
