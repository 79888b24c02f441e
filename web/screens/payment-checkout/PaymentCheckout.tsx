import { useParams } from 'wouter'
import { PaymentPage } from '../../payment/PaymentPage.tsx'

/** `/payment/checkout/{paymentId}` */
export default function PaymentCheckout() {
  const { paymentId = '' } = useParams()
  return <PaymentPage from={{ kind: 'payment', paymentId }} />
}
