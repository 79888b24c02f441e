import { useIntl } from 'react-intl'
import { Card, Loading, Row, Skeleton } from '../../ui/index.ts'

/** A month and its orders. */
export function RecordSkeleton() {
  const intl = useIntl()
  return (
    <Loading label={intl.formatMessage({ id: 'orders.loading' })}>
      <Skeleton width="38%" />
      <Card kind="rows">
        {['62%', '48%', '56%'].map((width) => (
          <Row
            key={width}
            title={<Skeleton width={width} />}
            detail={<Skeleton width="72%" height="13px" />}
          />
        ))}
      </Card>
    </Loading>
  )
}
