import type { QrSite } from '@handsfree/core/api'
import { joinParts } from '@handsfree/core/format'
import {
  type DeliveryChoice,
  type PlacementActor,
  selectDraft,
  selectPlace,
  toDeliveryChoice,
} from '@handsfree/core/order'
import { policy } from '@handsfree/core/policy'
import {
  createSiteSearch,
  selectFoundSites,
  selectSiteSearchIsBusy,
  selectSitesElsewhere,
} from '@handsfree/core/site'
import { type Step, until } from './step.ts'

async function ownAddress(step: Step, { serviceAreas }: QrSite): Promise<DeliveryChoice> {
  const regions = serviceAreas.map(({ regionId, name }) => ({ value: regionId, label: name }))
  const regionId = await step.choose(step.words('orderForm.region'), regions)
  step.tell(step.words('orderForm.addressReview', policy))
  for (;;) {
    const address = await step.ask(step.words('orderForm.address'))
    if (address !== '') {
      const detail = await step.ask(step.words('orderForm.addressDetail'))
      return { kind: 'custom', regionId, address, detail }
    }
    step.tell(step.words('orderForm.problem.deliveryAddressRequired'))
  }
}

/** A place that was searched; null when none was chosen. */
async function foundPlace(step: Step, from: string): Promise<DeliveryChoice | null> {
  const search = createSiteSearch(step.app, { from })
  search.start()
  try {
    const keyword = await step.ask(step.words('siteSearch.keyword'))
    search.send({ type: 'keyword.change', keyword })
    const snapshot = await until(step, search, (current) => !selectSiteSearchIsBusy(current))
    const elsewhere = selectSitesElsewhere(snapshot)
    step.tell(...elsewhere.map(({ name }) => joinParts([name, step.words('siteSearch.notServed')])))
    if (!snapshot.matches('found')) {
      step.tell(step.words(snapshot.matches('failed') ? 'siteSearch.failed' : 'siteSearch.nothing'))
      return null
    }
    const sites = selectFoundSites(snapshot)
    return await step.choose<DeliveryChoice | null>(step.words('siteSearch.found', { count: sites.length }), [
      ...sites.map((site) => ({ value: toDeliveryChoice(site), label: site.name })),
      { value: null, label: step.words('common.back') },
    ])
  } finally {
    search.stop()
  }
}

/** Asks for a site or any address; an earlier choice can stay. */
export async function askDelivery(step: Step, placement: PlacementActor): Promise<void> {
  const snapshot = placement.getSnapshot()
  const { delivery: current } = selectDraft(snapshot)
  const place = selectPlace(snapshot)
  if (!place) return
  const kept = current && (current.kind === 'site' ? current.site.name : current.address)
  for (;;) {
    const way = await step.choose(
      step.words('orderForm.noDelivery'),
      [
        ...(kept ? [{ value: 'kept' as const, label: kept }] : []),
        { value: 'search' as const, label: step.words('siteSearch.keyword') },
        { value: 'own' as const, label: step.words('orderForm.useOwnAddress') },
      ],
      { initial: kept ? 'kept' : 'search' },
    )
    if (way === 'kept') return
    const delivery = way === 'own' ? await ownAddress(step, place) : await foundPlace(step, place.site.siteId)
    if (!delivery) continue
    placement.send({ type: 'draft.change', patch: { delivery } })
    return
  }
}
