import { travellerPushKinds } from '@handsfree/core/contract'
import { FormattedMessage } from 'react-intl'
import { PushConsent } from '../../parts/push/PushConsent.tsx'
import { PushSettings } from '../../parts/push/PushSettings.tsx'

const kinds = travellerPushKinds.map((kind) => ({
  kind,
  label: <FormattedMessage id={`pushKind.${kind}`} />,
}))

export const Notices = () => (
  <PushSettings
    audience="traveller"
    kinds={kinds}
    detail={
      <>
        <p>
          <FormattedMessage id="push.offerDetail" />
        </p>
        <p>
          <FormattedMessage id="push.texts" />
        </p>
        <PushConsent />
      </>
    }
  />
)
