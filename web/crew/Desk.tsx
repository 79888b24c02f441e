import type { OperatorOrder, PreparedOrder } from '@handsfree/core/contract'
import {
  createOpenOrders,
  createOrderSearch,
  createPreparedOrders,
  deskParts,
  newTagCodes,
  type OrderSearchActor,
  readSearchCode,
  selectFoundOrders,
  selectIsSearching,
  selectMember,
  selectSearchProblem,
  selectSearchText,
  siteDayPath,
  toDesk,
} from '@handsfree/core/crew'
import { failureText } from '@handsfree/core/i18n'
import { type ReadingActor, selectValue } from '@handsfree/core/realtime'
import { useSelector } from '@xstate/react'
import { DoorClosed, Printer, ScanLine, Search, UserRoundPlus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { usePathname } from 'wouter/use-browser-location'
import { RouteEffects } from '../app/RouteEffects.tsx'
import { useApp } from '../app/useApp.ts'
import { useIsWide } from '../app/useIsWide.ts'
import { useScreenActor } from '../app/useScreenActor.ts'
import { LoadFailed } from '../parts/reading/LoadFailed.tsx'
import { ReadingStaleAlert } from '../parts/reading/ReadingStaleAlert.tsx'
import { useReading } from '../parts/reading/useReading.ts'
import {
  Alert,
  Button,
  EmptyListPicture,
  EmptyState,
  Field,
  Headline,
  Loading,
  Page,
  Section,
  Skeleton,
  TextControl,
} from '../ui/index.ts'
import { CrewBar } from './CrewBar.tsx'
import { useAppliedOutbox, useCrewApp } from './crew-app.ts'
import styles from './Desk.module.css'
import { MemberProvider, useMember } from './member.ts'
import { OrderRow } from './OrderRow.tsx'
import { OutboxStatus } from './OutboxStatus.tsx'
import { OwnPasskeyOffer } from './OwnPasskeyOffer.tsx'
import { PreparedRow } from './PreparedRow.tsx'
import { printNewTags } from './print.tsx'
import { ScanSheet } from './ScanSheet.tsx'

const isBesideList = (path: string): boolean =>
  path === '/crew' || /^\/crew\/(?:orders|prepared)\/|^\/crew\/prepare$/.test(path)

/** A desk's list beside the open order; on phones in its place. Other employees only see the page. */
export function DeskFrame({ children }: { children: ReactNode }) {
  const { auth } = useApp()
  const member = useSelector(auth, selectMember)
  const path = usePathname()
  if (member?.role !== 'site' || !isBesideList(path)) return children
  return (
    <MemberProvider value={member} key={member.employeeId}>
      <Frame isHome={path === '/crew'}>{children}</Frame>
    </MemberProvider>
  )
}

function Frame({ isHome, children }: { isHome: boolean; children: ReactNode }) {
  const intl = useIntl()
  const isWide = useIsWide()
  const app = useCrewApp()
  const reading = useScreenActor(() => createOpenOrders(app))
  const prepared = useScreenActor(createPreparedOrders)
  const search = useScreenActor(createOrderSearch)
  const readings = { reading, prepared, search }
  if (isWide) {
    return (
      <div className={styles.frame}>
        <aside className={styles.list} aria-label={intl.formatMessage({ id: 'crewDesk.list' })}>
          <CrewBar />
          <DeskList {...readings} isBeside />
        </aside>
        <div>{children}</div>
      </div>
    )
  }
  if (!isHome) return children
  return (
    <Page bar={<CrewBar />}>
      <DeskList {...readings} />
      <RouteEffects titleKey="crewHome.title" />
    </Page>
  )
}

type DeskListProps = {
  reading: ReadingActor<readonly OperatorOrder[]>
  prepared: ReadingActor<readonly PreparedOrder[]>
  search: OrderSearchActor
  /** The page beside it has the first heading. */
  isBeside?: boolean
}

/** Labels per print. */
const newTags = 12

function DeskList({ reading, prepared, search, isBeside = false }: DeskListProps) {
  const intl = useIntl()
  const app = useApp()
  const { site, name } = useMember()
  const orders = useAppliedOutbox(useSelector(reading, selectValue(reading)))
  const found = useSelector(search, selectFoundOrders)
  const { hasFailed, problem, retry } = useReading(reading)
  return (
    <>
      <OutboxStatus />
      <Headline level={isBeside ? 2 : 1}>{site?.name ?? name}</Headline>
      <ReadingStaleAlert reading={reading} />
      <SearchForm search={search} />
      <div className={styles.prepare}>
        <Button kind="ghost" icon={<UserRoundPlus size={20} aria-hidden="true" />} href="/crew/prepare">
          <FormattedMessage id="crewDesk.prepare" />
        </Button>
        <Button
          kind="ghost"
          size="small"
          icon={<Printer size={20} aria-hidden="true" />}
          onClick={() => printNewTags(intl, newTagCodes(app, newTags))}
        >
          <FormattedMessage id="crewPrint.newTags" values={{ count: newTags }} />
        </Button>
        {site && (
          <Button
            kind="ghost"
            size="small"
            icon={<DoorClosed size={20} aria-hidden="true" />}
            href={siteDayPath(site.siteId)}
          >
            <FormattedMessage id="crewSiteDay.title" />
          </Button>
        )}
      </div>
      {found ? (
        <Found
          orders={found.map((order) => current(order, orders))}
          onClose={() => search.send({ type: 'search.clear' })}
        />
      ) : orders ? (
        <>
          <Prepared reading={prepared} />
          <Parts orders={orders} />
        </>
      ) : hasFailed ? (
        <LoadFailed problem={problem} onReload={retry} />
      ) : (
        <Loading label={intl.formatMessage({ id: 'crewHome.loading' })}>
          <Skeleton shape="block" height="120px" />
          <Skeleton shape="block" height="120px" />
        </Loading>
      )}
      <OwnPasskeyOffer />
    </>
  )
}

function Prepared({ reading }: { reading: DeskListProps['prepared'] }) {
  const intl = useIntl()
  const orders = useSelector(reading, selectValue(reading)) ?? []
  return (
    <>
      <ReadingStaleAlert reading={reading} />
      {orders.length > 0 && (
        <Section title={intl.formatMessage({ id: 'crewDesk.prepared' }, { count: orders.length })}>
          <ul className={styles.orders}>
            {orders.map((order) => (
              <PreparedRow key={order.preparedId} order={order} />
            ))}
          </ul>
        </Section>
      )}
    </>
  )
}

function Parts({ orders }: { orders: readonly OperatorOrder[] }) {
  const intl = useIntl()
  const { site } = useMember()
  const desk = toDesk(orders, site?.siteId ?? '')
  if (orders.length === 0) {
    return (
      <EmptyState picture={<EmptyListPicture />} title={<FormattedMessage id="crewHome.empty" />}>
        <FormattedMessage id="crewHome.emptyDetail" />
      </EmptyState>
    )
  }
  return deskParts.map(
    (part) =>
      desk[part].length > 0 && (
        <Section
          key={part}
          title={intl.formatMessage({ id: `crewDesk.${part}` }, { count: desk[part].length })}
        >
          <ul className={styles.orders}>
            {desk[part].map((order) => (
              <OrderRow key={order.orderId} order={order} />
            ))}
          </ul>
        </Section>
      ),
  )
}

/** The list is read again after every notification; a search isn't. */
const current = (found: OperatorOrder, orders: readonly OperatorOrder[] | null): OperatorOrder =>
  orders?.find(({ orderId }) => orderId === found.orderId) ?? found

type FoundProps = { orders: readonly OperatorOrder[]; onClose: () => void }

export function Found({ orders, onClose }: FoundProps) {
  const intl = useIntl()
  return (
    <Section title={intl.formatMessage({ id: 'crewDesk.found' }, { count: orders.length })}>
      {orders.length === 0 ? (
        <p role="status">
          <FormattedMessage id="crewDesk.foundNone" />
        </p>
      ) : (
        <ul className={styles.orders}>
          {orders.map((order) => (
            <OrderRow key={order.orderId} order={order} />
          ))}
        </ul>
      )}
      <div className={styles.back}>
        <Button kind="ghost" onClick={onClose}>
          <FormattedMessage id="crewDesk.showAll" />
        </Button>
      </div>
    </Section>
  )
}

/** Characters of a search (contract). */
const maxSearchLength = 40

export function SearchForm({ search }: { search: OrderSearchActor }) {
  const intl = useIntl()
  const { role } = useMember()
  const [isScanning, setScanning] = useState(false)
  const text = useSelector(search, selectSearchText)
  const problem = useSelector(search, selectSearchProblem)
  const isSearching = useSelector(search, selectIsSearching)
  return (
    <search>
      <form
        className={styles.search}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          search.send({ type: 'search.start' })
        }}
      >
        <Field
          label={intl.formatMessage({ id: 'crewDesk.search' })}
          hint={intl.formatMessage({
            id: role === 'operator' ? 'crewQueue.searchHint' : 'crewDesk.searchHint',
          })}
        >
          <TextControl
            type="search"
            autoComplete="off"
            enterKeyHint="search"
            maxLength={maxSearchLength}
            value={text}
            onChange={({ currentTarget }) => search.send({ type: 'text.change', text: currentTarget.value })}
          />
        </Field>
        <div className={styles.ways}>
          <Button
            kind="ghost"
            size="small"
            type="submit"
            busy={isSearching}
            icon={<Search size={20} aria-hidden="true" />}
          >
            <FormattedMessage id="crewDesk.find" />
          </Button>
          <Button
            kind="ghost"
            size="small"
            icon={<ScanLine size={20} aria-hidden="true" />}
            aria-haspopup="dialog"
            onClick={() => setScanning(true)}
          >
            <FormattedMessage id="crewDesk.scanTag" />
          </Button>
        </div>
        {problem && (
          <Alert tone="coral" panel>
            {failureText(intl, problem)}
          </Alert>
        )}
        <ScanSheet
          open={isScanning}
          title={intl.formatMessage({ id: 'crewDesk.scanTag' })}
          hint={intl.formatMessage({ id: 'crewAct.scanBag' })}
          foreign={intl.formatMessage({ id: 'crewAct.otherCode' })}
          read={readSearchCode}
          onFound={(tag) => {
            setScanning(false)
            search.send({ type: 'tag.scan', text: tag })
          }}
          onClose={() => setScanning(false)}
        />
      </form>
    </search>
  )
}
