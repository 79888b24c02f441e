import { type PagingActor, selectListed } from '@handsfree/core/realtime'
import { useSelector } from '@xstate/react'
import { FormattedMessage } from 'react-intl'
import { More } from '../../parts/reading/Listing.tsx'
import { LoadFailed } from '../../parts/reading/LoadFailed.tsx'
import { StaleAlert } from '../../parts/reading/ReadingStaleAlert.tsx'
import { useListing } from '../../parts/reading/useReading.ts'
import { type DataColumn, DataTable, EmptyListPicture, EmptyState } from '../../ui/index.ts'
import { OfficeSkeleton } from './OfficeReading.tsx'

type OfficeListProps<Item> = {
  list: PagingActor<Item>
  label: string
  columns: readonly DataColumn<Item>[]
  idOf: (item: Item) => string
}

/** A list that the server sorts, and that loads as the operator scrolls. */
export function OfficeList<Item>({ list, label, columns, idOf }: OfficeListProps<Item>) {
  const items = useSelector(list, selectListed(list))
  const { isLoading, hasFailed, isStale, problem, retry } = useListing(list)
  if (isLoading) return <OfficeSkeleton />
  if (hasFailed) return <LoadFailed problem={problem} onReload={retry} />
  return (
    <>
      {isStale && (
        <StaleAlert onRetry={retry}>
          <FormattedMessage id="resource.stale" />
        </StaleAlert>
      )}
      {items.length === 0 ? (
        <EmptyState picture={<EmptyListPicture />} title={<FormattedMessage id="crewOffice.none" />} />
      ) : (
        <DataTable
          label={label}
          rows={items}
          columns={columns}
          idOf={idOf}
          end={<More list={list} moreKey="common.loading" itemHeight="36px" />}
        />
      )}
    </>
  )
}
