import { failureText } from '@handsfree/core/i18n'
import { type ApiFailure, isNotFound } from '@handsfree/core/lib'
import { useIntl } from 'react-intl'
import { Button, EmptyState, LostPagePicture } from '../../ui/index.ts'

export type LoadFailedProps = { problem: ApiFailure | null; onReload: () => void }

export function LoadFailed({ problem, onReload }: LoadFailedProps) {
  const intl = useIntl()
  if (problem && isNotFound(problem))
    return <EmptyState role="alert" picture={<LostPagePicture />} title={failureText(intl, problem)} />
  return (
    <EmptyState
      role="alert"
      picture={<LostPagePicture />}
      title={intl.formatMessage({ id: 'common.loadFailed' })}
      onTitle={onReload}
      action={<Button onClick={onReload}>{intl.formatMessage({ id: 'common.reload' })}</Button>}
    >
      {problem && failureText(intl, problem)}
    </EmptyState>
  )
}
