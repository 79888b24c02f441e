import { createContact } from '@handsfree/core/account'
import {
  type ClaimsActor,
  createClaims,
  selectClaims,
  selectClaimsReading,
  selectMayClaim,
  selectOfferedClaim,
} from '@handsfree/core/claims'
import type { OrderClaims } from '@handsfree/core/contract'
import { formatTime, joinParts, promiseValues } from '@handsfree/core/i18n'
import { policy } from '@handsfree/core/policy'
import { selectValue } from '@handsfree/core/realtime'
import { useSelector } from '@xstate/react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useParams } from 'wouter'
import { BackBar } from '../../app/BackBar.tsx'
import { useCustomTitle } from '../../app/useCustomTitle.ts'
import { useNow } from '../../app/useNow.ts'
import { useScreenActor } from '../../app/useScreenActor.ts'
import { ServiceCommitment } from '../../parts/info/ServiceCommitment.tsx'
import { OrderNotThere } from '../../parts/orders/OrderNotThere.tsx'
import { SupportCall } from '../../parts/orders/SupportCall.tsx'
import { LoadingPage, ReadingFallback } from '../../parts/reading/ReadingFallback.tsx'
import { ReadingStaleAlert } from '../../parts/reading/ReadingStaleAlert.tsx'
import { Alert, Button, Card, Columns, InlineList, Page, Section, Skeleton } from '../../ui/index.ts'
import { AnswerSheet } from './AnswerSheet.tsx'
import { ClaimCard } from './ClaimCard.tsx'
import { ClaimForm } from './ClaimForm.tsx'
import styles from './Claims.module.css'

export default function Claims() {
  const intl = useIntl()
  const { orderId = '' } = useParams()
  const actor = useScreenActor((app) => createClaims(app, orderId))
  const contact = useScreenActor(createContact)
  const phone = useSelector(contact, selectValue(contact))?.phone
  const claims = useSelector(actor, selectClaims)
  const title = intl.formatMessage({ id: 'claims.title' })
  useCustomTitle(joinParts([title, claims?.orderNumber]))
  const bar = <BackBar title={title} actions={<SupportCall phone={phone} />} />
  const reading = useSelector(actor, selectClaimsReading)
  if (claims) {
    return (
      <Page wide bar={bar}>
        <ReadingStaleAlert reading={reading} />
        <Content actor={actor} orderId={orderId} claims={claims} />
      </Page>
    )
  }
  const loading = (
    <LoadingPage wide bar={bar} labelKey="claim.loading">
      <Skeleton width="58%" height="13px" />
      <Card>
        <div className={styles.bones}>
          <Skeleton width="40%" />
          <Skeleton width="92px" height="26px" />
          <Skeleton width="82%" />
          <Skeleton shape="block" height="72px" />
        </div>
      </Card>
    </LoadingPage>
  )
  return <ReadingFallback reading={reading} bar={bar} loading={loading} notThere={<OrderNotThere />} />
}

type ContentProps = { actor: ClaimsActor; orderId: string; claims: OrderClaims }

function Content({ actor, orderId, claims }: ContentProps) {
  const intl = useIntl()
  const now = useNow()
  const { list, mayClaim, until, timeZone, cityName: city, orderNumber } = claims
  const [formState, setFormState] = useState<'open' | 'sent' | 'closed'>(
    list.length === 0 ? 'open' : 'closed',
  )
  const isAllowed = useSelector(actor, selectMayClaim)
  const offeredClaim = useSelector(actor, selectOfferedClaim)
  const form = isAllowed && formState === 'open' && (
    <Section title={intl.formatMessage({ id: 'claim.new' })}>
      <ClaimForm
        orderId={orderId}
        limit={claims.limit}
        isMain={offeredClaim === undefined}
        onSent={() => {
          setFormState('sent')
          actor.send({ type: 'claims.changed' })
        }}
      />
    </Section>
  )
  return (
    <div className={styles.parts}>
      <p className="small figures">
        <InlineList
          text={joinParts([
            orderNumber,
            isAllowed &&
              until &&
              intl.formatMessage(
                { id: 'claim.until' },
                { time: formatTime(until, { intl, now, timeZone, city, inSentence: true }) },
              ),
          ])}
        />
      </p>
      {formState === 'sent' && (
        <Alert tone="mint" panel>
          <FormattedMessage id="claim.sent" values={promiseValues(intl)} />
        </Alert>
      )}
      {!isAllowed && (
        <Alert tone="sky" panel>
          <FormattedMessage id="claim.none" values={{ ...policy, why: mayClaim }} />
        </Alert>
      )}
      {list.length === 0 && form ? (
        <Columns aside={<ServiceCommitment />}>{form}</Columns>
      ) : (
        <div className={styles.cards}>
          {list.map((claim) => (
            <ClaimCard key={claim.claimId} claim={claim} actor={actor} isMain={claim === offeredClaim} />
          ))}
          {form}
          {isAllowed && formState !== 'open' && (
            <div className={styles.another}>
              <Button kind="ghost" onClick={() => setFormState('open')}>
                <FormattedMessage id="claim.another" />
              </Button>
            </div>
          )}
        </div>
      )}
      <AnswerSheet actor={actor} />
    </div>
  )
}
