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

const FoldedPartSkeleton = ({ width }: { width: string }) => (
  <div className={styles.folded}>
    <Skeleton width="18%" height="13px" />
    <Skeleton width={width} />
  </div>
)

type FormSkeletonProps = {
  bar: ReactNode
  /** The form of an existing order starts folded and hides the price. */
  isChange?: boolean
}

export function FormSkeleton({ bar, isChange = false }: FormSkeletonProps) {
  const intl = useIntl()
  return (
    <Page
      wide
      bar={bar}
      action={
        <StickyAction summary={<Skeleton width="60%" height={isChange ? undefined : '40px'} />}>
          <Skeleton shape="block" height="52px" />
        </StickyAction>
      }
    >
      <Loading label={intl.formatMessage({ id: 'common.loading' })}>
        {isChange && <Skeleton width="82%" />}
        <Columns
          aside={
            <div className={styles.overview}>
              <Tag eyelet tearOff={!isChange && <Skeleton width="46%" height="38px" />}>
                <FromToSkeleton />
              </Tag>
            </div>
          }
        >
          {!isChange && (
            <>
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
            </>
          )}
          {(isChange ? ['62%', '54%'] : ['32%', '44%', '26%']).map((width) => (
            <FoldedPartSkeleton width={width} key={width} />
          ))}
        </Columns>
      </Loading>
    </Page>
  )
}
