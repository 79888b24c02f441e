import { offeredAddresses, type SavedOf, toSavedDelivery } from '@handsfree/core/account'
import {
  type DeliveryChoice,
  type DraftFormActor,
  selectDraft,
  selectPlace,
  toDeliveryChoice,
} from '@handsfree/core/booking'
import type { QrSite } from '@handsfree/core/contract'
import { joinParts, promiseText } from '@handsfree/core/i18n'
import {
  createSiteSearch,
  selectFoundSites,
  selectSiteSearchIsBusy,
  selectUnservedSites,
} from '@handsfree/core/sites'
import { savedOffers } from './saved-offers.ts'
import { type TerminalSession, waitUntil } from './terminal-session.ts'

export async function askOwnAddress(
  session: TerminalSession,
  { serviceAreas }: QrSite,
): Promise<DeliveryChoice> {
  const regions = serviceAreas.map(({ regionId, name }) => ({ value: regionId, label: name }))
  const regionId = await session.choose(session.text('orderForm.region'), regions)
  for (;;) {
    const address = await session.ask(session.text('orderForm.address'))
    if (address !== '') {
      const detail = await session.ask(session.text('orderForm.addressDetail'))
      return { kind: 'custom', regionId, address, detail }
    }
    session.print(session.text('orderForm.problem.deliveryAddressRequired'))
  }
}

/** Returns null if no place was chosen. */
export async function searchPlace(
  session: TerminalSession,
  from: string,
  excludedSiteIds: readonly string[] = [],
): Promise<DeliveryChoice | null> {
  const search = createSiteSearch(session.app, { from }, excludedSiteIds)
  search.start()
  try {
    const keyword = await session.ask(session.text('siteSearch.keyword'))
    search.send({ type: 'keyword.change', keyword })
    const snapshot = await waitUntil(session, search, (current) => !selectSiteSearchIsBusy(current))
    const elsewhere = selectUnservedSites(snapshot)
    session.print(...elsewhere.map(({ name }) => joinParts([name, session.text('siteSearch.notServed')])))
    if (!snapshot.matches({ listing: 'found' })) {
      session.print(
        session.text(snapshot.matches({ listing: 'failed' }) ? 'siteSearch.failed' : 'siteSearch.nothing'),
      )
      return null
    }
    const sites = selectFoundSites(snapshot)
    return await session.choose<DeliveryChoice | null>(
      session.text('siteSearch.found', { count: sites.length }),
      [
        ...sites.map((site) => ({ value: toDeliveryChoice(site), label: site.name })),
        { value: null, label: session.text('common.back') },
      ],
    )
  } finally {
    search.stop()
  }
}

export async function askDelivery(session: TerminalSession, form: DraftFormActor): Promise<void> {
  const snapshot = form.getSnapshot()
  const { delivery: current } = selectDraft(snapshot)
  const place = selectPlace(snapshot)
  const currentName = current && (current.kind === 'site' ? current.site.name : current.address)
  for (;;) {
    const choice = await session.choose<'kept' | 'search' | 'own' | SavedOf<'address'>>(
      session.text('orderForm.noDelivery'),
      [
        ...(currentName ? [{ value: 'kept' as const, label: currentName }] : []),
        ...offeredAddresses(await savedOffers(session), place).map((entry) => ({
          value: entry,
          label: entry.content.address,
        })),
        { value: 'search' as const, label: session.text('siteSearch.keyword') },
        { value: 'own' as const, label: session.text('orderForm.useOwnAddress') },
      ],
      { initial: currentName ? 'kept' : 'search' },
    )
    if (choice === 'kept') return
    if (choice === 'own')
      session.print(
        session.text('orderForm.addressReview', { refusal: promiseText(session.intl, 'refusal') }),
      )
    const delivery =
      typeof choice === 'object'
        ? toSavedDelivery(choice.content)
        : choice === 'own'
          ? await askOwnAddress(session, place)
          : await searchPlace(session, place.site.siteId)
    if (!delivery) continue
    form.send({ type: 'draft.change', patch: { delivery } })
    return
  }
}
