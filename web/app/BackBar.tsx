import { useIntl } from 'react-intl'
import { goBack } from '../router/navigate.ts'
import { TopBar, type TopBarProps } from '../ui/index.ts'

/** The top bar of every page but home: the way back, or home when the visit began here. */
export function BackBar(props: Pick<TopBarProps, 'title' | 'actions'>) {
  const intl = useIntl()
  return (
    <TopBar {...props} back={{ label: intl.formatMessage({ id: 'common.back' }), onPress: () => goBack() }} />
  )
}
