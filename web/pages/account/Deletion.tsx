import {
  type AccountDeletionActor,
  createAccountDeletion,
  isProvenByEmail,
  selectDeletionReading,
  selectDeletionWait,
  selectIsEnteringDeletionCode,
} from '@handsfree/core/account'
import {
  authProblemText,
  codeProblemText,
  extractCode,
  isAboutCode,
  selectProfile,
} from '@handsfree/core/auth'
import type { DeletionTerms } from '@handsfree/core/contract'
import { countdownFigures, formatMaskedPhone, promiseValues, retainedOrdersText } from '@handsfree/core/i18n'
import { policy } from '@handsfree/core/policy'
import { useSelector } from '@xstate/react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useApp } from '../../app/useApp.ts'
import { useNow } from '../../app/useNow.ts'
import { useScreenActor } from '../../app/useScreenActor.ts'
import { FailureAlert } from '../../parts/reading/FailureAlert.tsx'
import { ReadingStaleAlert } from '../../parts/reading/ReadingStaleAlert.tsx'
import { useReading } from '../../parts/reading/useReading.ts'
import { Alert, Button, Loading, OtpField, Skeleton, TextLink } from '../../ui/index.ts'
import styles from './MyAccount.module.css'

export function Deletion() {
  const intl = useIntl()
  const actor = useScreenActor(createAccountDeletion)
  return (
    <div className={styles.part}>
      <p className="soft">{intl.formatMessage({ id: 'myAccount.deleteDetail' }, promiseValues(intl))}</p>
      <DeletionStep actor={actor} />
    </div>
  )
}

type DeletionProps = { actor: AccountDeletionActor }

function DeletionStep({ actor }: DeletionProps) {
  const intl = useIntl()
  const { terms, problem } = useSelector(actor, ({ context }) => context)
  const isAskingCode = useSelector(actor, selectIsEnteringDeletionCode)
  const stage = useSelector(actor, ({ value }) => value)
  const reading = useSelector(actor, selectDeletionReading)
  const { hasFailed, isStale, problem: readProblem, retry } = useReading(reading)
  if (isAskingCode) return <Code actor={actor} />
  switch (stage) {
    case 'unread':
      if ((hasFailed || isStale) && readProblem) {
        return <FailureAlert failure={readProblem} onRetry={retry} />
      }
      return (
        <Loading label={intl.formatMessage({ id: 'common.loading' })}>
          <Skeleton shape="block" height="52px" />
        </Loading>
      )
    case 'blocked':
      return (
        <>
          <ReadingStaleAlert reading={reading} />
          <Alert tone="sky" panel>
            <FormattedMessage id="myAccount.deleteBlocked" values={{ count: terms?.ongoing.length ?? 0 }} />
          </Alert>
          <ul className={styles.orders}>
            {terms?.ongoing.map(({ orderId, orderNumber }) => (
              <li key={orderId}>
                <TextLink href={`/order/detail/${orderId}`} forward>
                  {orderNumber}
                </TextLink>
              </li>
            ))}
          </ul>
        </>
      )
    default:
      return (
        <>
          <ReadingStaleAlert reading={reading} />
          <KeptOrders terms={terms} />
          {problem && <Alert tone="coral">{authProblemText(intl, problem)}</Alert>}
          <Button
            kind="quiet"
            busy={stage === 'sendingCode'}
            onClick={() => actor.send({ type: 'deletion.start' })}
          >
            <FormattedMessage id="myAccount.deleteStart" />
          </Button>
        </>
      )
  }
}

function KeptOrders({ terms }: { terms: DeletionTerms | null }) {
  const intl = useIntl()
  const now = useNow()
  const words = terms && retainedOrdersText(intl, terms, { now, timeZone: useApp().platform.timeZone() })
  return words && <p>{words}</p>
}

function Code({ actor }: DeletionProps) {
  const intl = useIntl()
  const profile = useSelector(useApp().auth, selectProfile)
  const { code, problem, sent, terms } = useSelector(actor, ({ context }) => context)
  const isDeleting = useSelector(actor, (snapshot) => snapshot.matches('deleting'))
  const canSubmit = useSelector(actor, (snapshot) => snapshot.can({ type: 'code.submit' }))
  const isByEmail = profile !== null && isProvenByEmail(profile)
  const phone = profile ? formatMaskedPhone({ dialCode: profile.dialCode, phoneNumber: profile.phone }) : ''
  const address = isByEmail ? profile.email : phone
  const isRefused = problem !== null && isAboutCode(problem)
  const errorText = problem && codeProblemText(intl, problem, sent ? 'works' : 'mayWork')
  const setCode = (typed: string) => actor.send({ type: 'code.change', code: typed })
  return (
    <>
      <KeptOrders terms={terms} />
      <p>
        <FormattedMessage id="myAccount.deleteCodeSent" values={{ address }} />
      </p>
      {sent?.demoCode && (
        <p className="small">
          <FormattedMessage id={isByEmail ? 'code.demoMail' : 'code.demo'} />{' '}
          <TextLink onClick={() => setCode(sent.demoCode ?? '')}>
            <FormattedMessage id="code.demoFill" values={{ code: sent.demoCode }} />
          </TextLink>
        </p>
      )}
      <OtpField
        label={intl.formatMessage({ id: 'code.label' }, { digits: policy.codeDigits })}
        length={policy.codeDigits}
        value={code}
        onChange={setCode}
        onSubmit={() => {}}
        digitsOf={extractCode}
        boxLabel={(position) =>
          intl.formatMessage({ id: 'code.digit' }, { position, digits: policy.codeDigits })
        }
        readOnly={isDeleting}
        autoFocus
        error={errorText && isRefused ? errorText : undefined}
      />
      {errorText && !isRefused && (
        <Alert tone={problem?.code === 'tooSoon' ? 'sky' : 'coral'} panel>
          {errorText}
        </Alert>
      )}
      <Button
        kind="coral"
        busy={isDeleting}
        disabled={!canSubmit && !isDeleting}
        onClick={() => actor.send({ type: 'code.submit' })}
      >
        <FormattedMessage id={isDeleting ? 'myAccount.deleting' : 'myAccount.deleteForGood'} />
      </Button>
      <ResendButton actor={actor} />
      <Button kind="ghost" disabled={isDeleting} onClick={() => actor.send({ type: 'deletion.stop' })}>
        <FormattedMessage id="myAccount.keep" />
      </Button>
    </>
  )
}

function ResendButton({ actor }: DeletionProps) {
  const intl = useIntl()
  const wait = useSelector(actor, selectDeletionWait)
  const isResending = useSelector(actor, (snapshot) => snapshot.matches({ enteringCode: 'resending' }))
  const canResend = useSelector(actor, (snapshot) => snapshot.can({ type: 'code.resend' }))
  return (
    <Button
      kind="ghost"
      busy={isResending}
      disabled={!canResend && !isResending}
      onClick={() => actor.send({ type: 'code.resend' })}
    >
      {wait === null ? (
        <FormattedMessage id="code.resend" />
      ) : (
        <FormattedMessage id="code.resendIn" values={{ time: countdownFigures(intl, wait) }} />
      )}
    </Button>
  )
}
