import { failureText } from '@handsfree/core/i18n'
import { type ReadingActor, selectValue } from '@handsfree/core/realtime'
import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { BackBar } from '../../app/BackBar.tsx'
import { LanguageSwitch } from '../../app/LanguageSwitch.tsx'
import type { MessageKey } from '../../app/message-key.ts'
import { EmptyState, LostPagePicture, Page } from '../../ui/index.ts'
import { LoadingPage, ReadingFallback } from './ReadingFallback.tsx'
import { ReadingStaleAlert } from './ReadingStaleAlert.tsx'
import { useReading } from './useReading.ts'

export type ReadingPageProps<Value> = {
  actor: ReadingActor<Value>
  titleKey: MessageKey
  /** The content renders its own `h1`. */
  namesItself?: boolean
  notThere: { picture?: ReactNode; titleKey: MessageKey; action: ReactNode }
  /** Rendered inside `Loading`. */
  skeleton: ReactNode
  action?: (value: Value) => ReactNode
  children: (value: Value) => ReactNode
}

export function ReadingPage<Value>({
  actor,
  titleKey,
  namesItself = false,
  notThere,
  skeleton,
  action,
  children,
}: ReadingPageProps<Value>) {
  const intl = useIntl()
  const value = useSelector(actor, selectValue(actor))
  const { problem } = useReading(actor)
  const actions = <LanguageSwitch />
  const bar = <BackBar title={intl.formatMessage({ id: titleKey })} actions={actions} />
  const ownBar = namesItself ? <BackBar actions={actions} /> : bar

  if (value !== null) {
    return (
      <Page bar={ownBar} action={action?.(value)}>
        <ReadingStaleAlert reading={actor} />
        {children(value)}
      </Page>
    )
  }
  return (
    <ReadingFallback
      reading={actor}
      bar={bar}
      loading={<LoadingPage bar={ownBar}>{skeleton}</LoadingPage>}
      notThere={
        <EmptyState
          role="alert"
          picture={notThere.picture ?? <LostPagePicture />}
          title={<FormattedMessage id={notThere.titleKey} />}
          action={notThere.action}
        >
          {problem && failureText(intl, problem)}
        </EmptyState>
      }
    />
  )
}
