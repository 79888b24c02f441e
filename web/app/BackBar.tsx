import { useIntl } from 'react-intl'
import { TopBar, type TopBarProps } from '../ui/index.ts'
import { goBack } from './navigate.ts'

export type BackBarProps = Pick<TopBarProps, 'title' | 'actions'> & {
  /** Where back leads when the visit began here; home without it. */
  fallback?: string
}

export function BackBar({ fallback, ...bar }: BackBarProps) {
  const intl = useIntl()
  const back = { label: intl.formatMessage({ id: 'common.back' }), onPress: () => goBack(fallback) }
  return <TopBar {...bar} back={back} />
}
