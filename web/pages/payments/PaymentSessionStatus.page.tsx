import { useSearchParams } from 'wouter'
import { PaymentPage } from '../../parts/payments/PaymentPage.tsx'

/** The provider sends the traveller back to `/payment/session-status?sessionId=…`. */
export default function PaymentSessionStatus() {
  const [query] = useSearchParams()
  return <PaymentPage from={{ kind: 'session', sessionId: query.get('sessionId') ?? '' }} />
}
