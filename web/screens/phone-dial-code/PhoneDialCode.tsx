import { selectPhone } from '@handsfree/core/auth'
import { regionOf } from '@handsfree/core/phone'
import { useSelector } from '@xstate/react'
import { useIntl } from 'react-intl'
import { keepNext } from '../../app/address.ts'
import { BackBar } from '../../app/BackBar.tsx'
import { useApp } from '../../app/context.ts'
import { LanguageSwitch } from '../../app/LanguageSwitch.tsx'
import { goBack } from '../../app/navigate.ts'
import { CountryPicker } from '../../phone/CountryPicker.tsx'
import { Page } from '../../ui/index.ts'

export default function PhoneDialCode() {
  const intl = useIntl()
  const { auth, platform } = useApp()
  const phone = useSelector(auth, selectPhone)
  return (
    <Page bar={<BackBar title={intl.formatMessage({ id: 'dialCode.title' })} actions={<LanguageSwitch />} />}>
      <CountryPicker
        chosen={regionOf(phone, platform.languages())}
        onChoose={({ dialCode, code }) => {
          auth.send({ type: 'phone.change', phone: { dialCode, country: code } })
          goBack(keepNext('/sign/in', location.search))
        }}
      />
    </Page>
  )
}
