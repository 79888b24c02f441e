import type { PlacementActor } from '@handsfree/core/booking'
import { type DraftFormActor, selectPlace } from '@handsfree/core/booking'
import { useSelector } from '@xstate/react'
import { type ReactNode, Suspense, useEffect } from 'react'
import { SiteAnnouncements } from '../../parts/notifications/SiteAnnouncements.tsx'
import { Columns, ErrorLive, Page } from '../../ui/index.ts'
import { BagsPart } from './BagsPart.tsx'
import { DiscardLeft } from './DiscardLeft.tsx'
import { takeWantedPart } from './edit-part.ts'
import { goToPart, type SectionProps } from './form-fields.ts'
import { OrderBar } from './OrderBar.tsx'
import { ReceiverPart } from './ReceiverPart.tsx'
import { RemarksPart } from './RemarksPart.tsx'
import { RoutePart } from './RoutePart.tsx'
import { useSavedOffers } from './SavedOffers.tsx'
import { TermsSheet } from './TermsSheet.tsx'
import { useHeldParts } from './useHeldParts.ts'
import { VisitorPromises } from './VisitorPromises.tsx'
import { WhenPart } from './WhenPart.tsx'
import { WideSummary } from './WideSummary.tsx'

type OrderFormProps = { placement: PlacementActor; form: DraftFormActor; bar: ReactNode }

export function OrderForm({ placement, form, bar }: OrderFormProps) {
  const saved = useSavedOffers()
  useHeldParts(form)
  // The parts are drawn once more when the placement takes the preview's place.
  useEffect(() => {
    const part = takeWantedPart()
    const frame = part && requestAnimationFrame(() => goToPart(part))
    return () => {
      if (frame) cancelAnimationFrame(frame)
    }
  }, [])
  return (
    <Page wide bar={bar} action={<OrderBar placement={placement} form={form} />}>
      <Columns
        aside={
          <>
            <WideSummary form={form} />
            <VisitorPromises form={form} />
          </>
        }
        more={<DiscardLeft placement={placement} />}
      >
        <Announced form={form} />
        {/* Its bar says what is first and how many there are, and leads the focus there. */}
        <ErrorLive value={undefined}>
          {/* React takes over the page one boundary at a time: a tap meanwhile waits for its own part alone. */}
          <Suspense>
            <RoutePart form={form} saved={saved} canSave />
          </Suspense>
          <Suspense>
            <WhenPart form={form} />
          </Suspense>
          <Suspense>
            <BagsPart form={form} />
          </Suspense>
          <Suspense>
            <ReceiverPart form={form} saved={saved} canSave />
          </Suspense>
          <Suspense>
            <RemarksPart form={form} />
          </Suspense>
        </ErrorLive>
      </Columns>
      <TermsSheet placement={placement} />
    </Page>
  )
}

const Announced = ({ form }: SectionProps) => (
  <SiteAnnouncements announced={useSelector(form, selectPlace).announcements} />
)
