import type { PagingRef } from '@handsfree/core/reading'
import { useSelector } from '@xstate/react'
import { type ReactNode, useCallback } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { MessageKey } from '../app/message-key.ts'
import { LoadFailed } from '../errors/LoadFailed.tsx'
import { Alert, EndOfList, Loading, Skeleton, TextLink } from '../ui/index.ts'
import styles from './Listing.module.css'
import { StaleNotice } from './StaleNotice.tsx'
import { useListing } from './useReading.ts'

export type ListingProps = MoreProps & {
  /** In its place until something was read. */
  skeleton: ReactNode
  /** Says that it could not be read again; left out where something else is said. */
  staleKey?: MessageKey | undefined
  /** What is listed so far. */
  children: ReactNode
}

/** A list that goes on page by page: while it is read, when it did not come, when it is old, and its end. */
export function Listing({ skeleton, staleKey, children, ...more }: ListingProps) {
  const { isLoading, hasFailed, isStale, problem, retry } = useListing(more.list)
  if (isLoading) return skeleton
  if (hasFailed) return <LoadFailed problem={problem} onReload={retry} />
  return (
    <>
      {isStale && staleKey && (
        <div className={styles.notice}>
          <StaleNotice onRetry={retry}>
            <FormattedMessage id={staleKey} />
          </StaleNotice>
        </div>
      )}
      {children}
      <More {...more} />
    </>
  )
}

type MoreProps = {
  list: PagingRef | undefined
  /** Says that the next page is on its way. */
  moreKey: MessageKey
  /** Height of an item, in whose place that is said. */
  itemHeight: string
}

/** The end of the list: the next page comes when it is scrolled into sight. */
function More({ list, moreKey, itemHeight }: MoreProps) {
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
