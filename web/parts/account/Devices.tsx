import type { App } from '@handsfree/core'
import {
  type DevicesActor,
  selectDevices,
  selectDevicesProblem,
  selectDevicesReading,
  selectEndingDevice,
  selectHasOtherDevices,
} from '@handsfree/core/account'
import type { SignedInDevice } from '@handsfree/core/contract'
import { formatTime } from '@handsfree/core/i18n'
import { useSelector } from '@xstate/react'
import { Smartphone } from 'lucide-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useApp } from '../../app/useApp.ts'
import { useScreenActor } from '../../app/useScreenActor.ts'
import { Button, Card, Loading, Row, Skeleton } from '../../ui/index.ts'
import { FailureAlert } from '../reading/FailureAlert.tsx'
import { ReadingStaleAlert } from '../reading/ReadingStaleAlert.tsx'
import { useReading } from '../reading/useReading.ts'
import styles from './Devices.module.css'

export type DevicesProps = { create: (app: App) => DevicesActor }

/** Signed-in devices of a traveller or an employee. */
export function Devices({ create }: DevicesProps) {
  const intl = useIntl()
  const actor = useScreenActor(create)
  const reading = useSelector(actor, selectDevicesReading)
  const devices = useSelector(actor, selectDevices)
  const ending = useSelector(actor, selectEndingDevice)
  const problem = useSelector(actor, selectDevicesProblem)
  const hasOthers = useSelector(actor, selectHasOtherDevices)
  const isEndingOthers = useSelector(actor, (snapshot) => snapshot.matches('endingOthers'))
  const { hasFailed, problem: readProblem, retry } = useReading(reading)
  if (hasFailed && readProblem) return <FailureAlert failure={readProblem} onRetry={retry} />
  if (!devices) {
    return (
      <Loading label={intl.formatMessage({ id: 'myAccount.loading' })}>
        <Skeleton shape="block" height="72px" />
      </Loading>
    )
  }
  return (
    <div className={styles.part}>
      <ReadingStaleAlert reading={reading} />
      <Card kind="rows">
        {devices.map((device) => (
          <Device
            key={device.deviceId}
            device={device}
            isEnding={ending === device.deviceId}
            onEnd={() => actor.send({ type: 'device.end', deviceId: device.deviceId })}
          />
        ))}
      </Card>
      {problem && <FailureAlert failure={problem} />}
      {hasOthers && (
        <Button kind="ghost" busy={isEndingOthers} onClick={() => actor.send({ type: 'devices.endOthers' })}>
          <FormattedMessage id="myAccount.endOthers" />
        </Button>
      )}
    </div>
  )
}

type DeviceProps = { device: SignedInDevice; isEnding: boolean; onEnd: () => void }

function Device({ device, isEnding, onEnd }: DeviceProps) {
  const intl = useIntl()
  const { clock, platform } = useApp()
  const name = device.name || intl.formatMessage({ id: 'myAccount.unknownDevice' })
  const time = formatTime(device.useTime, {
    timeZone: platform.timeZone(),
    now: clock.now(),
    intl,
    inSentence: true,
  })
  return (
    <Row
      icon={<Smartphone size={20} />}
      title={name}
      detail={
        device.isThis ? (
          <FormattedMessage id="myAccount.thisDevice" />
        ) : (
          <FormattedMessage
            id={device.isShared ? 'myAccount.sharedDevice' : 'myAccount.lastUsed'}
            values={{ time }}
          />
        )
      }
      end={
        device.isThis ? null : (
          <Button
            kind="ghost"
            size="small"
            busy={isEnding}
            aria-label={intl.formatMessage({ id: 'myAccount.endNamed' }, { name })}
            onClick={onEnd}
          >
            <FormattedMessage id="myAccount.end" />
          </Button>
        )
      }
    />
  )
}
