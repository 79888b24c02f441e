import type { PagingRef } from '@handsfree/core/lib'
import { useSelector } from '@xstate/react'
import { type ReactNode, useCallback } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { MessageKey } from '../../app/message-key.ts'
import { Alert, EndOfList, Loading, Skeleton, TextLink } from '../../ui/index.ts'
import styles from './Listing.module.css'
import { LoadFailed } from './LoadFailed.tsx'
import { StaleAlert } from './Stale.tsx'
import { useListing } from './useReading.ts'

export type ListingProps = MoreProps & {
  /** Shown until something was read. */
  skeleton: ReactNode
  /** Says that reading again failed; left out where something else says so. */
  staleKey?: MessageKey | undefined
  children: ReactNode
}

/** A list with pages: its skeleton, failure, staleness and end. */
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
    </>
  )
}

type MoreProps = {
  list: PagingRef | undefined
  moreKey: MessageKey
  /** Height of an item, which the line takes. */
  itemHeight: string
}

/** The end of the list, which loads the next page when it is scrolled into sight. */
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
