import { useSearchParams } from 'wouter'
import { PaymentPage } from '../../payment/PaymentPage.tsx'

/** `/payment/session-status?sessionId=…`: where the provider sends the traveller back to. */
export default function PaymentSessionStatus() {
  const [query] = useSearchParams()
  return <PaymentPage from={{ kind: 'session', sessionId: query.get('sessionId') ?? '' }} />
}
