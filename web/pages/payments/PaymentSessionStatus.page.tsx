import { useSearchParams } from 'wouter'
import { PaymentPage } from '../../parts/payments/PaymentPage.tsx'

/** Return URL of the payment provider: `/payment/session-status?sessionId=…`. */
export default function PaymentSessionStatus() {
  const [query] = useSearchParams()
  return <PaymentPage from={{ kind: 'session', sessionId: query.get('sessionId') ?? '' }} />
}
