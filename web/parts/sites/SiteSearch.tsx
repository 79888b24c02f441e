import {
  createSiteSearch,
  type SiteKind,
  type SiteSearchScope,
  selectSiteKeyword,
  selectSiteKind,
  siteKinds,
} from '@handsfree/core/sites'
import { useSelector } from '@xstate/react'
import { Search } from 'lucide-react'
import { memo } from 'react'
import { useIntl } from 'react-intl'
import { useScreenActor } from '../../app/useScreenActor.ts'
import { ChipGroup, Field, TextControl } from '../../ui/index.ts'
import { type SiteChoice, SiteResults } from './SiteResults.tsx'
import styles from './SiteSearch.module.css'

const everyKind = 'all'

export type SiteSearchProps = SiteChoice & {
  scope: SiteSearchScope
  /** Ids of excluded sites. Must be the same array for the lifetime of the search. */
  excludedSiteIds?: readonly string[]
  /** In a sheet: typing goes to the search, unless that would open a keyboard on the screen. */
  isInSheet?: boolean
}

/** Memoized: must not rerender while the sheet closes. */
export const SiteSearch = memo(
  ({ scope, excludedSiteIds, isInSheet = false, ...choice }: SiteSearchProps) => {
    const intl = useIntl()
    const search = useScreenActor((app) => createSiteSearch(app, scope, excludedSiteIds))
    const keyword = useSelector(search, selectSiteKeyword)
    const kind = useSelector(search, selectSiteKind)
    return (
      <div className={styles.search}>
        <Field label={intl.formatMessage({ id: 'siteSearch.keyword' })} labelUnseen>
          <TextControl
            type="search"
            enterKeyHint="search"
            autoComplete="off"
            autoFocus={isInSheet && matchMedia('(pointer: fine)').matches}
            maxLength={60}
            placeholder={intl.formatMessage({ id: 'siteSearch.placeholder' })}
            value={keyword}
            onChange={(event) => search.send({ type: 'keyword.change', keyword: event.currentTarget.value })}
            start={<Search size={20} aria-hidden="true" />}
          />
        </Field>
        <ChipGroup<SiteKind | typeof everyKind>
          label={intl.formatMessage({ id: 'siteSearch.kinds' })}
          layout="strip"
          value={kind ?? everyKind}
          options={([everyKind, ...siteKinds] as const).map((value) => ({
            value,
            label: intl.formatMessage({ id: `siteSearch.kind.${value}` }),
          }))}
          onChange={(value) => search.send({ type: 'kind.choose', kind: value === everyKind ? null : value })}
        />
        <SiteResults search={search} {...choice} />
      </div>
    )
  },
)
