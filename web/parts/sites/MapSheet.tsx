import type { OrderPlace } from '@handsfree/core/contract'
import { phoneHref, placeLine } from '@handsfree/core/i18n'
import { Copy, Info, Phone } from 'lucide-react'
import { Suspense } from 'react'
import { useIntl } from 'react-intl'
import { lazyScreen } from '../../app/lazy-screen.ts'
import type { MessageKey } from '../../app/message-key.ts'
import { RouteBoundary } from '../../app/RouteBoundary.tsx'
import { Button, Sheet, Skeleton, toast } from '../../ui/index.ts'
import styles from './MapSheet.module.css'

/** Lazy because of the coordinate conversions for Chinese map apps. */
const MapLinks = lazyScreen(() => import('./MapLinks.tsx'))

export type MapSheetProps = {
  open: boolean
  place: OrderPlace
  onClose: () => void
  isOwnPage?: boolean
}

export function MapSheet({ open, place, onClose, isOwnPage = false }: MapSheetProps) {
  const intl = useIntl()
  const text = (id: MessageKey) => intl.formatMessage({ id })
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={place.name}
      description={placeLine(intl, place)}
      closeLabel={text('common.close')}
    >
      <div className={styles.parts}>
        <div className={styles.frame}>
          <RouteBoundary quiet>
            <Suspense fallback={<Skeleton shape="block" height="260px" />}>
              <MapLinks place={place} />
            </Suspense>
          </RouteBoundary>
        </div>
        <Button
          kind="ghost"
          icon={<Copy size={20} aria-hidden="true" />}
          onClick={() =>
            copy(place.location.address, text('map.copied'), {
              text: text('map.copyFailed'),
              closeLabel: text('common.close'),
            })
          }
        >
          {text('map.copy')}
        </Button>
        {place.phone && (
          <Button kind="ghost" icon={<Phone size={20} aria-hidden="true" />} href={phoneHref(place.phone)}>
            {intl.formatMessage({ id: 'map.call' }, { phone: place.phone })}
          </Button>
        )}
        {place.siteId !== null && !isOwnPage && (
          <Button
            kind="ghost"
            icon={<Info size={20} aria-hidden="true" />}
            href={`/site/detail/${place.siteId}`}
          >
            {intl.formatMessage({ id: 'places.about' }, { name: place.name })}
          </Button>
        )}
      </div>
    </Sheet>
  )
}

/** The clipboard needs a secure origin and may be blocked even there. */
async function copy(text: string, done: string, failed: { text: string; closeLabel: string }) {
  try {
    await navigator.clipboard.writeText(text)
    toast.show(done)
  } catch {
    toast.showUntilClosed(failed.text, failed.closeLabel)
  }
}
