import { useIntl } from 'react-intl'
import { TopBar, type TopBarProps } from '../ui/index.ts'
import { goBack } from './navigate.ts'

export type BackBarProps = Pick<TopBarProps, 'title' | 'actions'> & {
  /** Target of "back" if the visit started here; home by default. */
  fallback?: string
}

export function BackBar({ fallback, ...bar }: BackBarProps) {
  const intl = useIntl()
  const back = { label: intl.formatMessage({ id: 'common.back' }), onPress: () => goBack(fallback) }
  return <TopBar {...bar} back={back} />
}
