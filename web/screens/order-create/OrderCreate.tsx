import { previewPlacement } from '@handsfree/core/order'
import { useSelector } from '@xstate/react'
import { useMemo } from 'react'
import { useIntl } from 'react-intl'
import { useParams } from 'wouter'
import { BackBar } from '../../app/BackBar.tsx'
import { LanguageSwitch } from '../../app/LanguageSwitch.tsx'
import { visitForm } from '../../order/follow-placement.ts'
import { PlacedInOtherTab } from '../../order/PlacedInOtherTab.tsx'
import { PlaceUnknown, PlaceUnreachable } from '../../order/PlaceMissing.tsx'
import { usePreviewedPlacement } from '../../order/usePlacement.ts'
import { FormSkeleton } from './FormSkeleton.tsx'
import { OrderForm, type OrderFormProps } from './OrderForm.tsx'

export default function OrderCreate() {
  const intl = useIntl()
  const { qrId = '' } = useParams<{ qrId: string }>()
  const placement = usePreviewedPlacement(
    (app) => visitForm(app, qrId),
    (app) => previewPlacement(app, qrId),
  )
  // The same element as long as nothing around it changes: the form is large.
  return useMemo(() => {
    const bar = <BackBar title={intl.formatMessage({ id: 'orderForm.title' })} actions={<LanguageSwitch />} />
    return <FormOf placement={placement} bar={bar} />
  }, [placement, intl])
}

function FormOf({ placement, bar }: OrderFormProps) {
  const page = useSelector(placement, (snapshot) => {
    if (snapshot.matches('unknownSite')) return 'unknown'
    if (snapshot.matches('unreachable')) return 'unreachable'
    if (snapshot.matches('placedInOtherTab')) return 'elsewhere'
    return snapshot.context.place ? 'form' : 'loading'
  })
  if (page === 'unknown') return <PlaceUnknown placement={placement} bar={bar} />
  if (page === 'unreachable') return <PlaceUnreachable placement={placement} bar={bar} />
  if (page === 'elsewhere') return <PlacedInOtherTab placement={placement} bar={bar} />
  if (page === 'loading') return <FormSkeleton bar={bar} />
  return <OrderForm placement={placement} bar={bar} />
}
