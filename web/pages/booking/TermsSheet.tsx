import type { PlacementActor } from '@handsfree/core/booking'
import { useSelector } from '@xstate/react'
import { FormattedMessage, useIntl } from 'react-intl'
import { TermsText } from '../../parts/info/TermsText.tsx'
import { Button, Sheet } from '../../ui/index.ts'

/** No order without agreement to the Terms of Service (spec section 5). */
export function TermsSheet({ placement }: { placement: PlacementActor }) {
  const intl = useIntl()
  const isOpen = useSelector(placement, (snapshot) => snapshot.matches('agreeingToTerms'))
  return (
    <Sheet
      open={isOpen}
      onClose={() => placement.send({ type: 'terms.decline' })}
      title={intl.formatMessage({ id: 'orderForm.agreeToTerms' })}
      closeLabel={intl.formatMessage({ id: 'common.close' })}
      action={
        <Button onClick={() => placement.send({ type: 'terms.agree' })}>
          <FormattedMessage id="orderForm.agreeAndContinue" />
        </Button>
      }
    >
      <TermsText level={3} />
    </Sheet>
  )
}
