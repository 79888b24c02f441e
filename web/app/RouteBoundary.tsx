import { Component, type ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import { Button, EmptyState, Page } from '../ui/index.ts'
import { homePath } from './home-path.ts'
import { LoadFailure } from './lazy-screen.ts'

type State = { failure: unknown }

export type RouteBoundaryProps = {
  children: ReactNode
  /** Renders nothing after a failure. */
  quiet?: boolean
}

/** Catches failed chunk loads (a new version, no network) and defects of a screen. */
export class RouteBoundary extends Component<RouteBoundaryProps, State> {
  override state: State = { failure: null }

  static getDerivedStateFromError(failure: unknown): State {
    return { failure }
  }

  override render() {
    const { failure } = this.state
    if (failure === null) return this.props.children
    if (this.props.quiet) return null
    return <FailedScreen isLoading={failure instanceof LoadFailure} />
  }
}

function FailedScreen({ isLoading }: { isLoading: boolean }) {
  return (
    <Page centered>
      <EmptyState
        role="alert"
        level={1}
        title={<FormattedMessage id={isLoading ? 'common.loadFailed' : 'common.screenFailed'} />}
        onTitle={isLoading ? () => location.reload() : undefined}
        action={
          <>
            <Button onClick={() => location.reload()}>
              <FormattedMessage id="common.reload" />
            </Button>
            <Button kind="ghost" href={homePath}>
              <FormattedMessage id="common.goHome" />
            </Button>
          </>
        }
      >
        <FormattedMessage id={isLoading ? 'common.loadFailedDetail' : 'common.screenFailedDetail'} />
      </EmptyState>
    </Page>
  )
}
