import type { App } from '@handsfree/core'
import {
  mayOfferPasskey,
  type PasskeyOfferActor,
  passkeyProblemText,
  selectIsAddingPasskey,
  selectPasskeyOffer,
  selectPasskeyOfferProblem,
} from '@handsfree/core/passkeys'
import { useSelector } from '@xstate/react'
import { LogIn } from 'lucide-react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useApp } from '../../app/useApp.ts'
import { useScreenActor } from '../../app/useScreenActor.ts'
import { Alert, Button, Card, Row } from '../../ui/index.ts'
import styles from './PasskeyOffer.module.css'

type PasskeyOfferProps = { create: (app: App) => PasskeyOfferActor }

/** Offered once on each device. */
export function PasskeyOffer({ create }: PasskeyOfferProps) {
  const app = useApp()
  // An answer changes only what the next visit shows.
  const [mayOffer] = useState(() => mayOfferPasskey(app))
  return mayOffer && <Offer create={create} />
}

function Offer({ create }: PasskeyOfferProps) {
  const intl = useIntl()
  const actor = useScreenActor(create)
  const offer = useSelector(actor, selectPasskeyOffer)
  const problem = useSelector(actor, selectPasskeyOfferProblem)
  const isAdding = useSelector(actor, selectIsAddingPasskey)
  if (offer === 'none') return null
  return (
    <div className={styles.offer}>
      {offer === 'added' ? (
        <Alert tone="mint" panel>
          <FormattedMessage id="passkeyOffer.added" />
        </Alert>
      ) : (
        <>
          <Card kind="rows">
            <Row
              icon={<LogIn size={20} />}
              strong
              title={<FormattedMessage id="passkeyOffer.title" />}
              detail={<FormattedMessage id="passkeyOffer.detail" />}
            />
          </Card>
          {problem && (
            <Alert tone="coral" panel>
              {passkeyProblemText(intl, problem)}
            </Alert>
          )}
          <div className={styles.actions}>
            <Button size="small" busy={isAdding} onClick={() => actor.send({ type: 'offer.accept' })}>
              <FormattedMessage id="passkeyOffer.accept" />
            </Button>
            <Button
              kind="ghost"
              size="small"
              disabled={isAdding}
              onClick={() => actor.send({ type: 'offer.decline' })}
            >
              <FormattedMessage id="passkeyOffer.decline" />
            </Button>
          </div>
        </>
      )}
    </div>
  )
}
