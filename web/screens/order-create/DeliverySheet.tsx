import type { QrSite, Site } from '@handsfree/core/api'
import { ownAddressFrom, toDeliveryChoice } from '@handsfree/core/order'
import { useCallback } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Button, Sheet } from '../../ui/index.ts'
import { SiteSearch } from './SiteSearch.tsx'
import { changeDraft, type SectionProps } from './useField.ts'

type DeliverySheetProps = SectionProps & { place: QrSite; open: boolean; onClose: () => void }

export function DeliverySheet({ placement, place, open, onClose }: DeliverySheetProps) {
  const intl = useIntl()
  const chooseSite = useCallback(
    (site: Site) => {
      changeDraft(placement, { delivery: toDeliveryChoice(site) })
      onClose()
    },
    [placement, onClose],
  )
  const chooseAddress = () => {
    const { delivery } = placement.getSnapshot().context.draft
    if (delivery?.kind !== 'custom') {
      changeDraft(placement, { delivery: ownAddressFrom(place) })
    }
    onClose()
  }
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={intl.formatMessage({ id: 'orderForm.noDelivery' })}
      closeLabel={intl.formatMessage({ id: 'common.close' })}
      action={
        <Button kind="ghost" onClick={chooseAddress}>
          <FormattedMessage id="orderForm.useOwnAddress" />
        </Button>
      }
    >
      <SiteSearch place={place} onChoose={chooseSite} />
    </Sheet>
  )
}
