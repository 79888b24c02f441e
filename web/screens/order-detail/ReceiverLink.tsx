import { mayMakeReceiverLink, offersReceiverLink } from '@handsfree/core/order'
import { Users } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useIntl } from 'react-intl'
import { lazyScreen } from '../../app/lazy-screen.ts'
import { RouteBoundary } from '../../app/RouteBoundary.tsx'
import { Button } from '../../ui/index.ts'
import type { OrderProps } from './order-props.ts'

const ReceiverLinkSheet = lazyScreen(() => import('./ReceiverLinkSheet.tsx'))

/** Opens the link for somebody else who collects. Its code loads with the first tap. */
export function ReceiverLink({ order }: OrderProps) {
  const intl = useIntl()
  const [shown, setShown] = useState<'never' | 'open' | 'closed'>('never')
  if (!offersReceiverLink(order)) return null
  return (
    <>
      <Button
        kind="ghost"
        icon={<Users size={20} aria-hidden="true" />}
        aria-haspopup="dialog"
        onClick={() => setShown('open')}
      >
        {intl.formatMessage({ id: 'receiverLink.open' })}
      </Button>
      {shown !== 'never' && (
        <RouteBoundary quiet>
          <Suspense fallback={null}>
            <ReceiverLinkSheet
              order={order}
              open={shown === 'open'}
              mayMake={mayMakeReceiverLink(order)}
              onClose={() => setShown('closed')}
            />
          </Suspense>
        </RouteBoundary>
      )}
    </>
  )
}
