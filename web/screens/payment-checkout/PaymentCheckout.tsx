import { useParams } from 'wouter'
import { PaymentPage } from '../../payment/PaymentPage.tsx'

export default function PaymentCheckout() {
  const { paymentId = '' } = useParams()
  return <PaymentPage from={{ kind: 'payment', paymentId }} />
}
