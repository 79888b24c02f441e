import { emptyOwnAddress, placeholderRoute, routeTo, toDeliveryChoice } from '@handsfree/core/booking'
import type { QrSite, SavedEntry, Site } from '@handsfree/core/contract'
import { joinParts } from '@handsfree/core/i18n'
import { useCallback, useMemo } from 'react'
import { flushSync } from 'react-dom'
import { FormattedMessage, useIntl } from 'react-intl'
import { Button, Sheet } from '../../ui/index.ts'
import { SiteSearch } from '../sites/SiteSearch.tsx'
import { changeDraft, changeId, fieldId, type SectionProps } from './form-fields.ts'
import { SavedAddresses } from './SavedAddresses.tsx'
import { useRouteText } from './useRouteText.ts'

const findNextField = () =>
  document.querySelector<HTMLElement>(`#${fieldId('delivery')} :is(input, button), #${changeId('route')}`)

type DeliverySheetProps = SectionProps & {
  place: QrSite
  saved: readonly SavedEntry[]
  open: boolean
  onClose: () => void
}

export function DeliverySheet({ form, place, saved, open, onClose }: DeliverySheetProps) {
  const intl = useIntl()
  const chooseSite = useCallback(
    (site: Site) => {
      onClose()
      afterFrame(() => {
        flushSync(() => changeDraft(form, { delivery: toDeliveryChoice(site) }))
        // The folding part may have received the focus already.
        if (document.activeElement === document.body) findNextField()?.focus({ preventScroll: true })
      })
    },
    [form, onClose],
  )
  const routeText = useRouteText()
  const scope = useMemo(() => ({ from: place.site.siteId }), [place])
  const detailOf = useCallback(
    (site: Site) => {
      const route = routeTo(place, { kind: 'site', site })
      const { travelMinutes, distanceFee, storageFee } = route.ok ? route.value : placeholderRoute(place)
      return joinParts([
        routeText.hoursText(site.hours),
        routeText.earliestText(travelMinutes),
        routeText.feeText(distanceFee + storageFee, place.priceRule.currency),
      ])
    },
    [place, routeText],
  )
  const chooseAddress = () => {
    const { delivery } = form.getSnapshot().context.draft
    if (delivery?.kind !== 'custom') {
      changeDraft(form, { delivery: emptyOwnAddress(place) })
    }
    onClose()
  }
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={intl.formatMessage({ id: 'orderForm.noDelivery' })}
      closeLabel={intl.formatMessage({ id: 'common.close' })}
      returnTo={findNextField}
      action={
        <Button kind="ghost" onClick={chooseAddress}>
          <FormattedMessage id="orderForm.useOwnAddress" />
        </Button>
      }
    >
      <SavedAddresses form={form} place={place} saved={saved} onChosen={onClose} />
      <SiteSearch
        isInSheet
        scope={scope}
        detailOf={detailOf}
        onChoose={chooseSite}
        emptyMessageKey="siteSearch.nothing"
      />
    </Sheet>
  )
}

/** Fallback for hidden pages, which get no animation frames. */
const frameTimeoutMs = 100

/** Waits until the browser has painted the tap's feedback. */
function afterFrame(work: () => void): void {
  let isDone = false
  const once = () => {
    if (isDone) return
    isDone = true
    work()
  }
  requestAnimationFrame(() => setTimeout(once))
  setTimeout(once, frameTimeoutMs)
}
