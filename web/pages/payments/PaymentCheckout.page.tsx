import { useParams } from 'wouter'
import Checkout from '../../parts/payments/Checkout.tsx'
import { PaymentPage } from '../../parts/payments/PaymentPage.tsx'

export default function PaymentCheckout() {
  const { paymentId = '' } = useParams()
  return <PaymentPage from={{ kind: 'payment', paymentId }} Checkout={Checkout} />
}
