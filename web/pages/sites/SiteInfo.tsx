import type { OrderPlace, SiteDetail } from '@handsfree/core/contract'
import {
  closedDaysText,
  formatAddress,
  hoursText,
  joinParts,
  phoneHref,
  promiseValues,
} from '@handsfree/core/i18n'
import { storageFeeAt } from '@handsfree/core/policy'
import { isOpenNow } from '@handsfree/core/sites'
import { Banknote, Clock, MapPin, Navigation, Phone, ShieldCheck, Warehouse } from 'lucide-react'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import type { MessageKeyUnder } from '../../app/message-key.ts'
import { useIsOtherTimeZone } from '../../app/useIsOtherTimeZone.ts'
import { useNow } from '../../app/useNow.ts'
import { MapSheet } from '../../parts/sites/MapSheet.tsx'
import { Card, IconButton, Row, StatusBadge, TextLink } from '../../ui/index.ts'
import styles from './SiteDetail.module.css'

const placeOf = ({ siteId, name, regionName: cityName, location, phone }: SiteDetail): OrderPlace => ({
  siteId,
  name,
  cityName,
  location,
  phone,
  roomNumber: '',
})

export function SiteInfo({ site }: { site: SiteDetail }) {
  const intl = useIntl()
  const now = useNow()
  const hasOtherClock = useIsOtherTimeZone(site.timeZone)
  const [isMapOpen, setMapOpen] = useState(false)
  const text = (id: MessageKeyUnder<'siteDetail'>, values?: Record<string, string>) =>
    intl.formatMessage({ id: `siteDetail.${id}` }, values)
  const isOpen = isOpenNow(site, now)
  const phoneLabel = intl.formatMessage({ id: 'map.call' }, { phone: site.phone })
  return (
    <section className={styles.facts} aria-label={text('facts')}>
      <Card kind="rows">
        <Row
          icon={<MapPin size={20} />}
          title={formatAddress({ location: site.location }, intl)}
          end={
            <IconButton
              kind="pine"
              aria-haspopup="dialog"
              label={intl.formatMessage({ id: 'places.openMap' }, { name: site.name })}
              onClick={() => setMapOpen(true)}
            >
              <Navigation size={20} />
            </IconButton>
          }
        />
        <Row
          icon={<Clock size={20} />}
          title={joinParts([
            hoursText(intl, site.hours),
            hasOtherClock &&
              site.hours &&
              intl.formatMessage({ id: 'time.ofCity' }, { city: site.regionName }),
            closedDaysText(intl, site, now),
          ])}
          end={
            !site.isClosed && (
              <StatusBadge tone={isOpen ? 'mint' : 'plain'}>{text(isOpen ? 'open' : 'closed')}</StatusBadge>
            )
          }
        />
        <Row
          icon={<Phone size={20} />}
          title={
            <TextLink href={phoneHref(site.phone)} stretched aria-label={phoneLabel}>
              {site.phone}
            </TextLink>
          }
        />
        <Row icon={<Warehouse size={20} />} title={text(site.storage ? 'storage' : 'noStorage')} />
        {storageFeeAt(site.siteId) > 0 && (
          <Row
            icon={<Banknote size={20} />}
            title={text('storageFee', { fee: String(promiseValues(intl).storageFee) })}
          />
        )}
        <Row
          icon={<ShieldCheck size={20} />}
          title={<span aria-hidden="true">{text('insurance')}</span>}
          end={
            <TextLink href={`/insurance/city/${site.regionId}`} forward stretched>
              <span className="unseen">{text('insurance')}</span>
            </TextLink>
          }
        />
      </Card>
      <MapSheet isOwnPage open={isMapOpen} place={placeOf(site)} onClose={() => setMapOpen(false)} />
    </section>
  )
}
