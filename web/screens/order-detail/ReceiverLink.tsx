import { usableClaimCode } from '@handsfree/core/order'
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
  const isHanded = order.lifecycle.warehouse === 'handed'
  if (!usableClaimCode(order) && !isHanded) return null
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
              mayMake={!isHanded}
              onClose={() => setShown('closed')}
            />
          </Suspense>
        </RouteBoundary>
      )}
    </>
  )
}
