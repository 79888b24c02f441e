import { returnPath, returnStage } from '@handsfree/core/order'
import { Undo2 } from 'lucide-react'
import { useIntl } from 'react-intl'
import { Button } from '../../ui/index.ts'
import type { ActProps } from './order-props.ts'

/** To where the order's bags go, while nobody takes them. */
export function ReturnLink({ order, act }: ActProps) {
  const intl = useIntl()
  const stage = returnStage(order)
  if (stage === null) return null
  return (
    <Button
      kind={act === 'choosePlace' ? 'gold' : 'ghost'}
      icon={<Undo2 size={20} aria-hidden="true" />}
      href={returnPath(order)}
    >
      {intl.formatMessage({ id: stage === 'asked' ? 'orderReturn.choose' : 'orderReturn.see' })}
    </Button>
  )
}
