import type { DraftFormActor } from '@handsfree/core/booking'
import { type PlacementActor, previewPlacement } from '@handsfree/core/booking'
import { useSelector } from '@xstate/react'
import { type ReactNode, useMemo } from 'react'
import { useIntl } from 'react-intl'
import { useParams } from 'wouter'
import { BackBar } from '../../app/BackBar.tsx'
import { HelpLink } from '../../app/HelpLink.tsx'
import { LanguageSwitch } from '../../app/LanguageSwitch.tsx'
import { openFormPlacement } from '../../parts/booking/follow-placement.ts'
import { FormSkeleton } from './FormSkeleton.tsx'
import { OrderForm } from './OrderForm.tsx'
import { PlacedInOtherTab } from './PlacedInOtherTab.tsx'
import { PlaceUnknown, PlaceUnreachable } from './PlaceMissing.tsx'
import { usePreviewedPlacement } from './usePlacement.ts'

export default function OrderCreate() {
  const intl = useIntl()
  const { qrId = '' } = useParams<{ qrId: string }>()
  const { placement, form } = usePreviewedPlacement(
    (app) => openFormPlacement(app, qrId),
    (app) => previewPlacement(app, qrId),
  )
  return useMemo(() => {
    const bar = (
      <BackBar
        title={intl.formatMessage({ id: 'orderForm.title' })}
        actions={
          <>
            <LanguageSwitch />
            <HelpLink />
          </>
        }
      />
    )
    return <OrderFormStage placement={placement} form={form} bar={bar} />
  }, [placement, form, intl])
}

type OrderFormStageProps = { placement: PlacementActor; form: DraftFormActor | null; bar: ReactNode }

function OrderFormStage({ placement, form, bar }: OrderFormStageProps) {
  const blocker = useSelector(placement, (snapshot) => {
    if (snapshot.matches('unknownSite')) return 'unknown'
    if (snapshot.matches('unreachable')) return 'unreachable'
    return snapshot.matches('placedInOtherTab') ? 'elsewhere' : null
  })
  if (blocker === 'unknown') return <PlaceUnknown placement={placement} bar={bar} />
  if (blocker === 'unreachable') return <PlaceUnreachable placement={placement} bar={bar} />
  if (blocker === 'elsewhere') return <PlacedInOtherTab placement={placement} bar={bar} />
  return form ? <OrderForm placement={placement} form={form} bar={bar} /> : <FormSkeleton bar={bar} />
}
