import type { Order, ReturnChoice } from '@handsfree/core/contract'
import type { OrderReturnActor } from '@handsfree/core/orders'
import { selectReturnDraft } from '@handsfree/core/orders'
import { policy } from '@handsfree/core/policy'
import { useSelector } from '@xstate/react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Card, ChipGroup, Section } from '../../ui/index.ts'
import { AnotherPlace } from './AnotherPlace.tsx'
import styles from './OrderReturn.module.css'

export function ReturnChoices({ actor, order }: { actor: OrderReturnActor; order: Order }) {
  const intl = useIntl()
  const { kind } = useSelector(actor, selectReturnDraft)
  const isBusy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'))
  const names = { from: order.pickup.name, to: order.delivery.name }
  const title = intl.formatMessage({ id: 'orderReturn.choice' })
  const kinds: ReturnChoice['kind'][] = [
    'back',
    ...(order.returning?.canKeep ? (['keep'] as const) : []),
    'address',
  ]
  return (
    <Section title={title}>
      <Card>
        <ChipGroup
          label={title}
          value={kind}
          options={kinds.map((value) => ({
            value,
            label: intl.formatMessage({ id: 'orderReturn.pick' }, { kind: value }),
            disabled: isBusy,
          }))}
          onChange={(value) => actor.send({ type: 'choice.pick', kind: value })}
        />
        {kind && (
          <p className={styles.effect} aria-live="polite">
            <FormattedMessage
              id="orderReturn.effect"
              values={{ ...names, kind, days: policy.returnKeepHours / 24 }}
            />
          </p>
        )}
        {kind === 'address' && <AnotherPlace actor={actor} order={order} />}
      </Card>
    </Section>
  )
}
