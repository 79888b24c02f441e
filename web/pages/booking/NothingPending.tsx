import { ScanLine } from 'lucide-react'
import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import { Button, EmptyListPicture, EmptyState, Page } from '../../ui/index.ts'

export const NothingPending = ({ bar }: { bar: ReactNode }) => (
  <Page bar={bar} centered>
    <EmptyState
      picture={<EmptyListPicture />}
      title={<FormattedMessage id="orderConfirm.nothingPending" />}
      action={
        <Button href="/qr-code/scan" icon={<ScanLine size={20} />}>
          <FormattedMessage id="orderConfirm.scan" />
        </Button>
      }
    >
      <FormattedMessage id="orderConfirm.nothingPendingDetail" />
    </EmptyState>
  </Page>
)
