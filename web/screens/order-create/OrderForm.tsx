import type { PlacementActor } from '@handsfree/core/order'
import { Page } from '../../ui/index.ts'
import { BagsPart } from './BagsPart.tsx'
import { DiscardLeft } from './DiscardLeft.tsx'
import { OrderBar } from './OrderBar.tsx'
import { ReceiverPart } from './ReceiverPart.tsx'
import { RemarksPart } from './RemarksPart.tsx'
import { RoutePart } from './RoutePart.tsx'
import { TermsSheet } from './TermsSheet.tsx'
import { VisitorPromises } from './VisitorPromises.tsx'
import { WhenPart } from './WhenPart.tsx'

export type OrderFormProps = { placement: PlacementActor; bar: React.ReactNode }

export function OrderForm({ placement, bar }: OrderFormProps) {
  return (
    <Page bar={bar} action={<OrderBar placement={placement} />}>
      <RoutePart placement={placement} />
      <WhenPart placement={placement} />
      <BagsPart placement={placement} />
      <ReceiverPart placement={placement} />
      <RemarksPart placement={placement} />
      <VisitorPromises placement={placement} />
      <DiscardLeft placement={placement} />
      <TermsSheet placement={placement} />
    </Page>
  )
}
