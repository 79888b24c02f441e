import { listTablets } from '@handsfree/core/contract'
import { createOfficeAct, selectSendingCall } from '@handsfree/core/office'
import { createReading } from '@handsfree/core/realtime'
import { useSelector } from '@xstate/react'
import { Tablet } from 'lucide-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useScreenActor } from '../app/useScreenActor.ts'
import { Button, Card, Row } from '../ui/index.ts'
import { OfficeProblem } from './office/OfficeProblem.tsx'
import { OfficeReading } from './office/OfficeReading.tsx'
import { useOfficeTime } from './office/useOfficeTime.ts'

/** A site's shared tablets, which can be signed out, such as a lost one. */
export function Tablets({ siteId }: { siteId: string }) {
  const intl = useIntl()
  const timeText = useOfficeTime()
  const reading = useScreenActor((app) => createReading(app, listTablets, {}))
  const actor = useScreenActor((app) => createOfficeAct(app, () => reading.send({ type: 'reading.hint' })))
  const isSending = useSelector(actor, selectSendingCall) !== null
  return (
    <>
      <OfficeReading reading={reading}>
        {(tablets) => {
          const own = tablets.filter(({ site }) => site.siteId === siteId)
          if (own.length === 0) {
            return (
              <p className="soft">
                <FormattedMessage id="crewOffice.noTablets" />
              </p>
            )
          }
          return (
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
                        aria-label={intl.formatMessage(
                          { id: 'crewOffice.tabletEndNamed' },
                          { name: deviceName },
                        )}
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
          )
        }}
      </OfficeReading>
      <OfficeProblem actor={actor} />
    </>
  )
}
