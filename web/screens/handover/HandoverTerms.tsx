import type { HandoverActor } from '@handsfree/core/handover'
import { useSelector } from '@xstate/react'
import { FormattedMessage, useIntl } from 'react-intl'
import { TermsText } from '../../info/TermsText.tsx'
import { Button, Sheet } from '../../ui/index.ts'

/** No order without agreement to the Terms of Service (spec section 5). */
export function HandoverTerms({ handover }: { handover: HandoverActor }) {
  const intl = useIntl()
  return (
    <Sheet
      open={useSelector(handover, (snapshot) => snapshot.matches('agreeingToTerms'))}
      onClose={() => handover.send({ type: 'terms.decline' })}
      title={intl.formatMessage({ id: 'orderForm.agreeToTerms' })}
      closeLabel={intl.formatMessage({ id: 'common.close' })}
      action={
        <Button onClick={() => handover.send({ type: 'terms.agree' })}>
          <FormattedMessage id="orderForm.agreeAndContinue" />
        </Button>
      }
    >
      <TermsText level={3} />
    </Sheet>
  )
}
