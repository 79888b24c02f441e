import type { OrderPlace } from '@handsfree/core/contract'
import { mapLinks, mapTargetOf } from '@handsfree/core/sites'
import { ExternalLink } from 'lucide-react'
import { useIntl } from 'react-intl'
import { Card, Row, TextLink } from '../../ui/index.ts'
import styles from './MapSheet.module.css'

export default function MapLinks({ place }: { place: OrderPlace }) {
  const intl = useIntl()
  const rows = mapLinks(mapTargetOf(place)).map(({ app, url }) => (
    <Row
      key={app}
      title={
        <TextLink href={url} target="_blank" rel="noopener noreferrer" stretched>
          {intl.formatMessage({ id: `map.${app}` })}
        </TextLink>
      }
      end={<ExternalLink className={styles.leads} size={18} aria-hidden="true" />}
    />
  ))
  return <Card kind="rows">{rows}</Card>
}
