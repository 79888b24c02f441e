import { type DeliveryChoice, emptyOwnAddress, toDeliveryChoice } from '@handsfree/core/booking'
import type { Order } from '@handsfree/core/contract'
import { getQrSite, type QrSite, type Site } from '@handsfree/core/contract'
import type { OrderReturnActor } from '@handsfree/core/orders'
import { selectReturnDraft } from '@handsfree/core/orders'
import { createReading, selectValue } from '@handsfree/core/realtime'
import { useSelector } from '@xstate/react'
import { useCallback, useMemo, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useScreenActor } from '../../app/useScreenActor.ts'
import { LoadFailed } from '../../parts/reading/LoadFailed.tsx'
import { useReading } from '../../parts/reading/useReading.ts'
import { SiteSearch } from '../../parts/sites/SiteSearch.tsx'
import { Button, ChipGroup, Field, Loading, Sheet, Skeleton, TextControl } from '../../ui/index.ts'
import styles from './OrderReturn.module.css'

export function AnotherPlace({ actor, order }: { actor: OrderReturnActor; order: Order }) {
  const intl = useIntl()
  const qrId = order.changes?.qrId ?? ''
  const reading = useScreenActor((app) => createReading(app, getQrSite, { params: { qrId } }))
  const from = useSelector(reading, selectValue(reading))
  const { hasFailed, problem, retry } = useReading(reading)
  if (from) return <PlacePicker actor={actor} order={order} from={from} />
  if (hasFailed) return <LoadFailed problem={problem} onReload={retry} />
  return (
    <Loading label={intl.formatMessage({ id: 'common.loading' })}>
      <Skeleton shape="block" height="52px" />
    </Loading>
  )
}

const noDetail = () => ''

function PlacePicker({ actor, order, from }: { actor: OrderReturnActor; order: Order; from: QrSite }) {
  const intl = useIntl()
  const { place } = useSelector(actor, selectReturnDraft)
  const isBusy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'))
  const [isOpen, setOpen] = useState(false)
  const scope = useMemo(() => ({ from: from.site.siteId }), [from])
  const excludedSiteIds = useMemo(
    () => [order.delivery.siteId, order.pickup.siteId].filter((siteId) => siteId !== null),
    [order.delivery.siteId, order.pickup.siteId],
  )
  const close = useCallback(() => setOpen(false), [])
  const locate = useCallback(
    (next: DeliveryChoice) => {
      actor.send({ type: 'choice.locate', place: next })
      setOpen(false)
    },
    [actor],
  )
  const chooseSite = useCallback((site: Site) => locate(toDeliveryChoice(site)), [locate])
  return (
    <div className={styles.place}>
      {place?.kind === 'site' && (
        <div>
          <strong>{place.site.name}</strong>
          <div className="small">{place.site.address}</div>
        </div>
      )}
      {place?.kind === 'custom' && <OwnAddress actor={actor} place={place} from={from} isBusy={isBusy} />}
      <Button
        kind="ghost"
        size="small"
        aria-haspopup="dialog"
        disabled={isBusy}
        onClick={() => setOpen(true)}
      >
        <FormattedMessage id={place ? 'orderReturn.changePlace' : 'orderReturn.findPlace'} />
      </Button>
      <Sheet
        open={isOpen}
        onClose={close}
        title={intl.formatMessage({ id: 'orderReturn.findPlace' })}
        closeLabel={intl.formatMessage({ id: 'common.close' })}
        action={
          <Button kind="ghost" onClick={() => locate(emptyOwnAddress(from))}>
            <FormattedMessage id="orderForm.useOwnAddress" />
          </Button>
        }
      >
        <SiteSearch
          isInSheet
          scope={scope}
          excludedSiteIds={excludedSiteIds}
          detailOf={noDetail}
          onChoose={chooseSite}
          emptyMessageKey="siteSearch.nothing"
        />
      </Sheet>
    </div>
  )
}

type Address = Extract<DeliveryChoice, { kind: 'custom' }>
type OwnAddressProps = { actor: OrderReturnActor; place: Address; from: QrSite; isBusy: boolean }

function OwnAddress({ actor, place, from, isBusy }: OwnAddressProps) {
  const intl = useIntl()
  const change = (patch: Partial<Address>) =>
    actor.send({ type: 'choice.locate', place: { ...place, ...patch } })
  const region = intl.formatMessage({ id: 'orderForm.region' })
  return (
    <>
      <div className={styles.region}>
        <span aria-hidden="true">{region}</span>
        <ChipGroup
          label={region}
          value={place.regionId}
          options={from.serviceAreas.map(({ regionId, name }) => ({
            value: regionId,
            label: name,
            disabled: isBusy,
          }))}
          onChange={(regionId) => change({ regionId })}
        />
      </div>
      <Field label={intl.formatMessage({ id: 'orderForm.address' })}>
        <TextControl
          autoComplete="street-address"
          maxLength={200}
          readOnly={isBusy}
          value={place.address}
          onChange={({ currentTarget }) => change({ address: currentTarget.value })}
        />
      </Field>
      <Field
        label={intl.formatMessage({ id: 'orderForm.addressDetail' })}
        hint={intl.formatMessage({ id: 'orderForm.optional' })}
      >
        <TextControl
          autoComplete="off"
          maxLength={100}
          readOnly={isBusy}
          value={place.detail}
          onChange={({ currentTarget }) => change({ detail: currentTarget.value })}
        />
      </Field>
    </>
  )
}
