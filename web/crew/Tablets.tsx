import { listTablets } from '@handsfree/core/contract'
import { formatTime } from '@handsfree/core/i18n'
import { createOfficeAct, selectOfficeProblem, selectSendingCall } from '@handsfree/core/office'
import { createReading, selectValue } from '@handsfree/core/realtime'
import { useSelector } from '@xstate/react'
import { Tablet } from 'lucide-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useApp } from '../app/useApp.ts'
import { useScreenActor } from '../app/useScreenActor.ts'
import { FailureAlert } from '../parts/reading/FailureAlert.tsx'
import { ReadingStaleAlert } from '../parts/reading/ReadingStaleAlert.tsx'
import { useReading } from '../parts/reading/useReading.ts'
import { Button, Card, Loading, Row, Skeleton } from '../ui/index.ts'

/** A site's shared tablets, which can be signed out, such as a lost one. */
export function Tablets({ siteId }: { siteId: string }) {
  const intl = useIntl()
  const { clock, platform } = useApp()
  const reading = useScreenActor((app) => createReading(app, listTablets, {}))
  const actor = useScreenActor((app) => createOfficeAct(app, () => reading.send({ type: 'reading.hint' })))
  const isSending = useSelector(actor, selectSendingCall) !== null
  const problem = useSelector(actor, selectOfficeProblem)
  const tablets = useSelector(reading, selectValue(reading))
  const { hasFailed, problem: readProblem, retry } = useReading(reading)
  if (hasFailed && readProblem) return <FailureAlert failure={readProblem} onRetry={retry} />
  if (!tablets) {
    return (
      <Loading label={intl.formatMessage({ id: 'common.loading' })}>
        <Skeleton shape="block" height="72px" />
      </Loading>
    )
  }
  const own = tablets.filter(({ site }) => site.siteId === siteId)
  const timeText = (time: string) =>
    formatTime(time, { timeZone: platform.timeZone(), now: clock.now(), intl, inSentence: true })
  return (
    <>
      <ReadingStaleAlert reading={reading} />
      {own.length === 0 ? (
        <p className="soft">
          <FormattedMessage id="crewOffice.noTablets" />
        </p>
      ) : (
        <Card kind="rows">
          {own.map(({ deviceId, name, useTime }) => {
            const deviceName = name || intl.formatMessage({ id: 'myAccount.unknownDevice' })
            return (
              <Row
                key={deviceId}
                icon={<Tablet size={20} />}
                title={deviceName}
                detail={intl.formatMessage({ id: 'myAccount.lastUsed' }, { time: timeText(useTime) })}
                end={
                  <Button
                    kind="ghost"
                    size="small"
                    busy={isSending}
                    aria-label={intl.formatMessage({ id: 'crewOffice.tabletEndNamed' }, { name: deviceName })}
                    onClick={() =>
                      actor.send({
                        type: 'act.send',
                        act: { name: 'endTablet', request: { params: { deviceId }, body: {} } },
                      })
                    }
                  >
                    <FormattedMessage id="crewOffice.tabletEnd" />
                  </Button>
                }
              />
            )
          })}
        </Card>
      )}
      {problem && <FailureAlert failure={problem} />}
    </>
  )
}
