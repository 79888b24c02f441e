import { type PlacementActor, selectPlace } from '@handsfree/core/order'
import { useSelector } from '@xstate/react'
import { type ReactNode, Suspense, useEffect } from 'react'
import { SiteAnnouncements } from '../../announcement/SiteAnnouncements.tsx'
import { takeWantedPart } from '../../order/wanted-part.ts'
import { Columns, ErrorLive, Page } from '../../ui/index.ts'
import { BagsPart } from './BagsPart.tsx'
import { DiscardLeft } from './DiscardLeft.tsx'
import { OrderBar } from './OrderBar.tsx'
import { ReceiverPart } from './ReceiverPart.tsx'
import { RemarksPart } from './RemarksPart.tsx'
import { RoutePart } from './RoutePart.tsx'
import { useSavedOffers } from './SavedOffers.tsx'
import { TermsSheet } from './TermsSheet.tsx'
import { goToPart } from './useField.ts'
import { useHeldParts } from './useHeldParts.ts'
import { VisitorPromises } from './VisitorPromises.tsx'
import { WhenPart } from './WhenPart.tsx'
import { WideSummary } from './WideSummary.tsx'

export type OrderFormProps = { placement: PlacementActor; bar: ReactNode }

export function OrderForm({ placement, bar }: OrderFormProps) {
  const saved = useSavedOffers()
  useHeldParts(placement)
  // The parts are drawn once more when the placement takes the preview's place.
  useEffect(() => {
    const part = takeWantedPart()
    const frame = part && requestAnimationFrame(() => goToPart(part))
    return () => {
      if (frame) cancelAnimationFrame(frame)
    }
  }, [])
  return (
    <Page wide bar={bar} action={<OrderBar placement={placement} />}>
      <Columns
        aside={
          <>
            <WideSummary placement={placement} />
            <VisitorPromises placement={placement} />
          </>
        }
        more={<DiscardLeft placement={placement} />}
      >
        <Announced placement={placement} />
        {/* Its bar says what is first and how many there are, and leads the focus there. */}
        <ErrorLive value={undefined}>
          {/* React takes over the page one boundary at a time: a tap meanwhile waits for its own part alone. */}
          <Suspense>
            <RoutePart placement={placement} saved={saved} canSave />
          </Suspense>
          <Suspense>
            <WhenPart placement={placement} />
          </Suspense>
          <Suspense>
            <BagsPart placement={placement} />
          </Suspense>
          <Suspense>
            <ReceiverPart placement={placement} saved={saved} canSave />
          </Suspense>
          <Suspense>
            <RemarksPart placement={placement} />
          </Suspense>
        </ErrorLive>
      </Columns>
      <TermsSheet placement={placement} />
    </Page>
  )
}

const Announced = ({ placement }: { placement: PlacementActor }) => (
  <SiteAnnouncements announced={useSelector(placement, selectPlace)?.announcements} />
)
