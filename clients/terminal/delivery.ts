import { offeredAddresses, type SavedOf, toSavedDelivery } from '@handsfree/core/account'
import {
  type DeliveryChoice,
  type DraftFormActor,
  selectDraft,
  selectPlace,
  toDeliveryChoice,
} from '@handsfree/core/booking'
import type { QrSite } from '@handsfree/core/contract'
import { joinParts, promiseWords } from '@handsfree/core/i18n'
import {
  createSiteSearch,
  selectFoundSites,
  selectSiteSearchIsBusy,
  selectSitesElsewhere,
} from '@handsfree/core/sites'
import { savedOffers } from './saved-offers.ts'
import { type Step, until } from './step.ts'

export async function askOwnAddress(step: Step, { serviceAreas }: QrSite): Promise<DeliveryChoice> {
  const regions = serviceAreas.map(({ regionId, name }) => ({ value: regionId, label: name }))
  const regionId = await step.choose(step.words('orderForm.region'), regions)
  for (;;) {
    const address = await step.ask(step.words('orderForm.address'))
    if (address !== '') {
      const detail = await step.ask(step.words('orderForm.addressDetail'))
      return { kind: 'custom', regionId, address, detail }
    }
    step.tell(step.words('orderForm.problem.deliveryAddressRequired'))
  }
}

/** Returns null if no place was chosen. */
export async function searchPlace(
  step: Step,
  from: string,
  leftOut: readonly string[] = [],
): Promise<DeliveryChoice | null> {
  const search = createSiteSearch(step.app, { from }, leftOut)
  search.start()
  try {
    const keyword = await step.ask(step.words('siteSearch.keyword'))
    search.send({ type: 'keyword.change', keyword })
    const snapshot = await until(step, search, (current) => !selectSiteSearchIsBusy(current))
    const elsewhere = selectSitesElsewhere(snapshot)
    step.tell(...elsewhere.map(({ name }) => joinParts([name, step.words('siteSearch.notServed')])))
    if (!snapshot.matches({ listing: 'found' })) {
      step.tell(
        step.words(snapshot.matches({ listing: 'failed' }) ? 'siteSearch.failed' : 'siteSearch.nothing'),
      )
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

export async function askDelivery(step: Step, form: DraftFormActor): Promise<void> {
  const snapshot = form.getSnapshot()
  const { delivery: current } = selectDraft(snapshot)
  const place = selectPlace(snapshot)
  const kept = current && (current.kind === 'site' ? current.site.name : current.address)
  for (;;) {
    const way = await step.choose<'kept' | 'search' | 'own' | SavedOf<'address'>>(
      step.words('orderForm.noDelivery'),
      [
        ...(kept ? [{ value: 'kept' as const, label: kept }] : []),
        ...offeredAddresses(await savedOffers(step), place).map((entry) => ({
          value: entry,
          label: entry.content.address,
        })),
        { value: 'search' as const, label: step.words('siteSearch.keyword') },
        { value: 'own' as const, label: step.words('orderForm.useOwnAddress') },
      ],
      { initial: kept ? 'kept' : 'search' },
    )
    if (way === 'kept') return
    if (way === 'own')
      step.tell(step.words('orderForm.addressReview', { refusal: promiseWords(step.intl, 'refusal') }))
    const delivery =
      typeof way === 'object'
        ? toSavedDelivery(way.content)
        : way === 'own'
          ? await askOwnAddress(step, place)
          : await searchPlace(step, place.site.siteId)
    if (!delivery) continue
    form.send({ type: 'draft.change', patch: { delivery } })
    return
  }
}
