import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { Columns, FromToSkeleton, Loading, Page, Skeleton, StickyAction, Tag } from '../../ui/index.ts'
import styles from './OrderConfirm.module.css'

/** The tag with its parts and the price torn off, the promises, and the button. */
export function ConfirmSkeleton({ bar }: { bar: ReactNode }) {
  const intl = useIntl()
  return (
    <Page
      wide
      bar={bar}
      action={
        <StickyAction>
          <Skeleton shape="block" height="52px" />
        </StickyAction>
      }
    >
      <Loading label={intl.formatMessage({ id: 'common.loading' })}>
        <Columns
          aside={
            <div className={styles.bones}>
              <Skeleton width="34%" />
              <Skeleton shape="block" height="168px" />
            </div>
          }
        >
          <Tag eyelet torn={<Skeleton shape="block" height="84px" />}>
            <div className={styles.part}>
              <FromToSkeleton />
            </div>
            {['58%', '44%', '36%'].map((width) => (
              <div className={styles.part} key={width}>
                <div className={styles.heading}>
                  <Skeleton width="18%" height="13px" />
                </div>
                <Skeleton width={width} />
              </div>
            ))}
          </Tag>
        </Columns>
      </Loading>
    </Page>
  )
}
