import type { PagingRef } from '@handsfree/core/lib'
import { useSelector } from '@xstate/react'
import { type ReactNode, useCallback } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { MessageKey } from '../../app/message-key.ts'
import { Alert, EndOfList, Loading, Skeleton, TextLink } from '../../ui/index.ts'
import { FreshnessLine, useFreshness } from './Freshness.tsx'
import styles from './Listing.module.css'
import { LoadFailed } from './LoadFailed.tsx'
import { StaleAlert } from './ReadingStaleAlert.tsx'
import { useListing } from './useReading.ts'

export type ListingProps = MoreProps & {
  skeleton: ReactNode
  /** Omit it if another part of the page reports a failed refresh. */
  staleKey?: MessageKey | undefined
  children: ReactNode
}

export function Listing({ skeleton, staleKey, children, ...more }: ListingProps) {
  const { isLoading, hasFailed, isStale, problem, retry } = useListing(more.list)
  if (isLoading) return skeleton
  if (hasFailed) return <LoadFailed problem={problem} onReload={retry} />
  return (
    <>
      {isStale && staleKey && (
        <div className={styles.alert}>
          <StaleAlert onRetry={retry}>
            <FormattedMessage id={staleKey} />
          </StaleAlert>
        </div>
      )}
      {children}
      <More {...more} />
      <ReadTime list={more.list} />
    </>
  )
}

/** At the end, so that nothing moves when it changes. */
function ReadTime({ list }: Pick<MoreProps, 'list'>) {
  const { timeZone = 'UTC' } = useIntl()
  const readAt = useSelector(list, (snapshot) => snapshot?.context.readAt ?? null)
  const freshness = useFreshness({ isLive: false, isStale: false, readAt, timeZone })
  return (
    freshness && (
      <p className={styles.readTime}>
        <FreshnessLine {...freshness} />
      </p>
    )
  )
}

type MoreProps = {
  list: PagingRef | undefined
  moreKey: MessageKey
  itemHeight: string
}

export function More({ list, moreKey, itemHeight }: MoreProps) {
  const intl = useIntl()
  const next = useSelector(list, (snapshot) => snapshot?.context.pages.next)
  const canLoad = useSelector(list, (snapshot) => snapshot?.can({ type: 'pages.more' }))
  const isLoading = useSelector(list, (snapshot) => snapshot?.matches('loadingMore'))
  const hasFailed = useSelector(list, (snapshot) => snapshot?.matches('moreFailed'))
  const more = useCallback(() => list?.send({ type: 'pages.more' }), [list])
  return (
    <div className={styles.more}>
      {canLoad && <EndOfList key={next} onSeen={more} />}
      {isLoading && (
        <Loading label={intl.formatMessage({ id: moreKey })}>
          <Skeleton shape="block" height={itemHeight} />
        </Loading>
      )}
      {hasFailed && (
        <Alert tone="coral" panel>
          <TextLink onClick={() => list?.send({ type: 'pages.retry' })}>
            {intl.formatMessage({ id: 'common.loadFailed' })}
          </TextLink>
        </Alert>
      )}
    </div>
  )
}
