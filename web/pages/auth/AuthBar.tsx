import { BackBar } from '../../app/BackBar.tsx'
import { HelpLink } from '../../app/HelpLink.tsx'
import { LanguageSwitch } from '../../app/LanguageSwitch.tsx'

export const AuthBar = () => (
  <BackBar
    actions={
      <>
        <LanguageSwitch />
        <HelpLink />
      </>
    }
  />
)
