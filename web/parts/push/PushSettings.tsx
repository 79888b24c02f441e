import type { PushKind } from '@handsfree/core/contract'
import {
  type PushActor,
  selectIsPushBusy,
  selectPushKinds,
  selectPushProblem,
} from '@handsfree/core/notifications'
import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Alert, Button, Card, Checkbox, Loading, Skeleton } from '../../ui/index.ts'
import { InstallSteps } from './InstallSteps.tsx'
import type { PushAudience } from './open-push.ts'
import styles from './Push.module.css'
import { PushProblemAlert } from './PushProblemAlert.tsx'
import { usePush } from './usePush.ts'

export type PushSettingsProps = {
  audience: PushAudience
  /** Paragraphs about the use of notices, and the news that come without them. */
  detail: ReactNode
  kinds: readonly { kind: PushKind; label: ReactNode }[]
}

/** Push notices on this device: state, a switch per kind, and off. */
export function PushSettings({ audience, ...props }: PushSettingsProps) {
  const actor = usePush(audience)
  return actor ? <PushState actor={actor} {...props} /> : <PushSkeleton />
}

function PushSkeleton() {
  const intl = useIntl()
  return (
    <Loading label={intl.formatMessage({ id: 'push.loading' })}>
      <Skeleton shape="block" height="52px" />
    </Loading>
  )
}

type StateProps = Omit<PushSettingsProps, 'audience'> & { actor: PushActor }

function PushState({ actor, detail, kinds }: StateProps) {
  const snapshot = useSelector(actor, (current) => current)
  const problem = useSelector(actor, selectPushProblem)
  const look = () => actor.send({ type: 'push.look' })
  if (snapshot.matches('on')) return <SwitchedOn actor={actor} kinds={kinds} />
  if (snapshot.matches('denied'))
    return (
      <Notice>
        <FormattedMessage id="push.denied" />
      </Notice>
    )
  if (snapshot.matches({ unavailable: 'installFirst' }))
    return (
      <div className={styles.part}>
        <p className="soft">
          <FormattedMessage id="push.installTitle" />
        </p>
        <InstallSteps />
      </div>
    )
  if (snapshot.matches({ unavailable: 'inWeChat' }))
    return (
      <Notice>
        <strong>
          <FormattedMessage id="push.weChatTitle" />
        </strong>
        <p>
          <FormattedMessage id="push.weChatDetail" />
        </p>
      </Notice>
    )
  if (snapshot.matches({ unavailable: 'onServer' }))
    return (
      <Notice>
        <FormattedMessage id="push.notOffered" />
      </Notice>
    )
  if (snapshot.matches('unavailable'))
    return (
      <Notice>
        <FormattedMessage id="push.unavailable" />
      </Notice>
    )
  if (snapshot.matches({ off: 'failed' }) && problem)
    return <PushProblemAlert problem={problem} onRetry={look} />
  const isReady =
    snapshot.matches({ off: 'ready' }) || snapshot.matches('asking') || snapshot.matches('subscribing')
  return isReady ? <SwitchedOff actor={actor} detail={detail} kinds={kinds} /> : <PushSkeleton />
}

const Notice = ({ children }: { children: ReactNode }) => <Alert tone="sky">{children}</Alert>

function SwitchedOff({ actor, detail, kinds }: StateProps) {
  const isBusy = useSelector(actor, selectIsPushBusy)
  const problem = useSelector(actor, selectPushProblem)
  return (
    <div className={styles.part}>
      <div className="soft">{detail}</div>
      {problem && <PushProblemAlert problem={problem} />}
      <Button
        kind="ghost"
        busy={isBusy}
        onClick={() => actor.send({ type: 'push.turnOn', kinds: kinds.map(({ kind }) => kind) })}
      >
        <FormattedMessage id="push.turnOn" />
      </Button>
    </div>
  )
}

function SwitchedOn({ actor, kinds }: Omit<StateProps, 'detail'>) {
  const snapshot = useSelector(actor, (current) => current)
  const switchedOn = useSelector(actor, selectPushKinds)
  const problem = useSelector(actor, selectPushProblem)
  const canRetry = snapshot.can({ type: 'push.look' })
  return (
    <div className={styles.part}>
      <Card>
        <div className={styles.kinds}>
          {kinds.map(({ kind, label }) => (
            <Checkbox
              key={kind}
              label={label}
              checked={switchedOn.includes(kind)}
              onChange={(isOn) => actor.send({ type: 'kind.change', kind, isOn })}
            />
          ))}
        </div>
      </Card>
      {problem && (
        <PushProblemAlert
          problem={problem}
          {...(canRetry && { onRetry: () => actor.send({ type: 'push.look' }) })}
        />
      )}
      <Button
        kind="ghost"
        busy={snapshot.matches({ on: 'turningOff' })}
        onClick={() => actor.send({ type: 'push.turnOff' })}
      >
        <FormattedMessage id="push.turnOff" />
      </Button>
    </div>
  )
}
