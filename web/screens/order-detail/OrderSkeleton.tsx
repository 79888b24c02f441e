import { useIntl } from 'react-intl'
import { BackBar } from '../../app/BackBar.tsx'
import { Card, Columns, FromToSkeleton, Loading, Page, Skeleton, Tag } from '../../ui/index.ts'
import styles from './OrderSkeleton.module.css'

/** Status, headline, tag, newest event, places. */
export function OrderSkeleton() {
  const intl = useIntl()
  return (
    <Page wide bar={<BackBar title={intl.formatMessage({ id: 'order.title' })} />}>
      <Loading label={intl.formatMessage({ id: 'order.loading' })}>
        <Columns
          aside={
            <div className={styles.part}>
              <Skeleton width="34%" />
              <Card>
                <div className={styles.event}>
                  <Skeleton shape="circle" width="14px" height="14px" />
                  <Skeleton width="70%" />
                </div>
              </Card>
            </div>
          }
          more={
            <div className={styles.part}>
              <Skeleton width="28%" />
              <Card>
                <FromToSkeleton />
              </Card>
            </div>
          }
        >
          <div className={styles.head}>
            <Skeleton width="96px" height="26px" />
            <Skeleton width="92%" height="34px" />
            <Skeleton width="58%" />
          </div>
          <Tag torn={<Skeleton width="46%" height="38px" />}>
            <Skeleton width="72%" height="44px" />
          </Tag>
        </Columns>
      </Loading>
    </Page>
  )
}
