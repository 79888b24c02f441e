import { useIntl } from 'react-intl'
import { FromToSkeleton, Loading, Skeleton, Tag } from '../ui/index.ts'
import styles from './OrderTag.module.css'

/** Two tags: their status, places, and what is torn off. */
export function OrdersSkeleton() {
  const intl = useIntl()
  return (
    <Loading label={intl.formatMessage({ id: 'orders.loading' })}>
      {[0, 1].map((tag) => (
        <Tag key={tag} torn={<Skeleton width="46%" height="38px" />}>
          <div className={styles.head}>
            <Skeleton width="92px" height="26px" />
          </div>
          <FromToSkeleton />
        </Tag>
      ))}
    </Loading>
  )
}
