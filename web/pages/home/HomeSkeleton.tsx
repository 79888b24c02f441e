import { useIntl } from 'react-intl'
import { Loading, Skeleton } from '../../ui/index.ts'
import styles from './Home.module.css'
import { ScanBelow } from './ScanCard.tsx'

export function HomeSkeleton() {
  const intl = useIntl()
  return (
    <>
      <div className={styles.skeleton}>
        <Loading label={intl.formatMessage({ id: 'common.loading' })}>
          <Skeleton width="68%" height="34px" />
          <Skeleton shape="block" height="236px" />
        </Loading>
      </div>
      <ScanBelow />
    </>
  )
}
