import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { Card, Columns, FromToSkeleton, Loading, Page, Skeleton, StickyAction, Tag } from '../../ui/index.ts'
import styles from './FormSkeleton.module.css'

const Times = () => (
  <>
    <Skeleton width="30%" />
    <div className={styles.chips}>
      {['84px', '112px', '84px', '44px'].map((width, index) => (
        <Skeleton key={index.toString()} shape="block" width={width} height="44px" />
      ))}
    </div>
    <Skeleton shape="block" height="50px" />
    <Skeleton shape="block" height="148px" />
  </>
)

/** Both places, the times, three folded parts, and the bar; beside them the summary of a wide screen. */
export function FormSkeleton({ bar }: { bar: ReactNode }) {
  const intl = useIntl()
  return (
    <Page
      wide
      bar={bar}
      action={
        <StickyAction summary={<Skeleton width="60%" height="40px" />}>
          <Skeleton shape="block" height="52px" />
        </StickyAction>
      }
    >
      <Loading label={intl.formatMessage({ id: 'common.loading' })}>
        <Columns
          aside={
            <div className={styles.overview}>
              <Tag eyelet torn={<Skeleton width="46%" height="38px" />}>
                <FromToSkeleton />
              </Tag>
            </div>
          }
        >
          <div className={styles.part}>
            <Skeleton width="28%" />
            <Card>
              <FromToSkeleton />
            </Card>
          </div>
          <div className={styles.part}>
            <Skeleton width="20%" />
            <Times />
            <Times />
          </div>
          {['32%', '44%', '26%'].map((width) => (
            <div className={styles.folded} key={width}>
              <Skeleton width="18%" height="13px" />
              <Skeleton width={width} />
            </div>
          ))}
        </Columns>
      </Loading>
    </Page>
  )
}
