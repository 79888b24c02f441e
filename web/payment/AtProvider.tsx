import { ExternalLink } from 'lucide-react'
import { useIntl } from 'react-intl'
import { useApp } from '../app/context.ts'
import { Button } from '../ui/index.ts'
import { StageLayout } from './StageLayout.tsx'
import type { StageProps } from './stage.ts'

export function AtProvider({ snapshot, send, bar }: StageProps) {
  const intl = useIntl()
  const { platform } = useApp()
  const page = snapshot.context.session?.redirectUrl
  return (
    <StageLayout
      bar={bar}
      tone="mint"
      icon={<ExternalLink size={44} aria-hidden="true" />}
      title={intl.formatMessage({ id: 'payment.atProviderTitle' })}
      detail={intl.formatMessage({ id: 'payment.atProviderDetail' })}
      action={
        page && (
          <Button kind="gold" onClick={() => platform.openPage(page)}>
            {intl.formatMessage({ id: 'payment.openPage' })}
          </Button>
        )
      }
    >
      <Button
        kind="ghost"
        disabled={!snapshot.can({ type: 'payment.checkAgain' })}
        onClick={() => send({ type: 'payment.checkAgain' })}
      >
        {intl.formatMessage({ id: 'payment.checkNow' })}
      </Button>
    </StageLayout>
  )
}
