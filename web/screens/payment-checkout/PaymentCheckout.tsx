import { useParams } from 'wouter'
import Checkout from '../../payment/Checkout.tsx'
import { PaymentPage } from '../../payment/PaymentPage.tsx'

export default function PaymentCheckout() {
  const { paymentId = '' } = useParams()
  return <PaymentPage from={{ kind: 'payment', paymentId }} Checkout={Checkout} />
}
