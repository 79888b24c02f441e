import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { Loading, Page, Skeleton } from '../../ui/index.ts'

export function ConfirmSkeleton({ bar }: { bar: ReactNode }) {
  const intl = useIntl()
  return (
    <Page bar={bar}>
      <Loading label={intl.formatMessage({ id: 'common.loading' })}>
        <Skeleton shape="block" height="400px" />
        <Skeleton width="44%" />
        <Skeleton shape="block" height="180px" />
      </Loading>
    </Page>
  )
}
