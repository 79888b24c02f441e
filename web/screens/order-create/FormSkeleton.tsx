import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { Loading, Page, Skeleton } from '../../ui/index.ts'

export function FormSkeleton({ bar }: { bar: ReactNode }) {
  const intl = useIntl()
  return (
    <Page bar={bar}>
      <Loading label={intl.formatMessage({ id: 'common.loading' })}>
        <Skeleton width="28%" />
        <Skeleton shape="block" height="124px" />
        <Skeleton width="20%" />
        <Skeleton shape="block" height="96px" />
        <Skeleton width="20%" />
        <Skeleton shape="block" height="180px" />
      </Loading>
    </Page>
  )
}
