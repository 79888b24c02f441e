import { policy } from '@handsfree/core/policy'
import { FormattedMessage } from 'react-intl'
import { BackBar } from '../../app/BackBar.tsx'
import { LanguageSwitch } from '../../app/LanguageSwitch.tsx'
import { TermsText } from '../../parts/info/TermsText.tsx'
import { Headline, Page } from '../../ui/index.ts'
import { InfoLinks } from './InfoLinks.tsx'

export default function Terms() {
  return (
    <Page bar={<BackBar actions={<LanguageSwitch />} />}>
      <Headline detail={<FormattedMessage id="terms.version" values={policy} />}>
        <FormattedMessage id="terms.title" />
      </Headline>
      <TermsText level={2} />
      <InfoLinks to={['faq', 'notice', 'about']} />
    </Page>
  )
}
