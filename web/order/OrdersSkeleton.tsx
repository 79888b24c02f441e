import { useIntl } from 'react-intl'
import { FromToSkeleton, Loading, Skeleton, Tag } from '../ui/index.ts'

/** Two tags: their status, places, and what is torn off. */
export function OrdersSkeleton() {
  const intl = useIntl()
  return (
    <Loading label={intl.formatMessage({ id: 'orders.loading' })}>
      {[0, 1].map((tag) => (
        <Tag key={tag} torn={<Skeleton width="46%" height="38px" />}>
          <Skeleton width="92px" height="26px" />
          <FromToSkeleton />
        </Tag>
      ))}
    </Loading>
  )
}
