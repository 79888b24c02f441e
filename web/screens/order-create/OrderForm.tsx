import type { PlacementActor } from '@handsfree/core/order'
import { Page } from '../../ui/index.ts'
import { BagsSection } from './BagsSection.tsx'
import { DiscardLeft } from './DiscardLeft.tsx'
import { OrderBar } from './OrderBar.tsx'
import { ReceiverSection } from './ReceiverSection.tsx'
import { RemarksSection } from './RemarksSection.tsx'
import { RouteSection } from './RouteSection.tsx'
import { TermsSheet } from './TermsSheet.tsx'
import { DeliveryTimeSection, PickupTimeSection } from './TimeSections.tsx'

export type OrderFormProps = { placement: PlacementActor; bar: React.ReactNode }

export function OrderForm({ placement, bar }: OrderFormProps) {
  return (
    <Page bar={bar} action={<OrderBar placement={placement} />}>
      <RouteSection placement={placement} />
      <PickupTimeSection placement={placement} />
      <DeliveryTimeSection placement={placement} />
      <BagsSection placement={placement} />
      <ReceiverSection placement={placement} />
      <RemarksSection placement={placement} />
      <DiscardLeft placement={placement} />
      <TermsSheet placement={placement} />
    </Page>
  )
}
