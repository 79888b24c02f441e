import { type Employee, listEmployeeSessions, listEmployees } from '@handsfree/core/contract'
import { carriedOrders, employeeLimitValues } from '@handsfree/core/crew'
import { errorCodes, isRefusedWith } from '@handsfree/core/lib'
import {
  createOfficeAct,
  type OfficeActActor,
  selectOfficeProblem,
  selectOfficeResult,
  selectSendingCall,
} from '@handsfree/core/office'
import { createReading } from '@handsfree/core/realtime'
import { useSelector } from '@xstate/react'
import { Copy, LogOut, Smartphone } from 'lucide-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useParams } from 'wouter'
import { useScreenActor } from '../../app/useScreenActor.ts'
import {
  Alert,
  Button,
  Card,
  DescriptionItem,
  DescriptionList,
  EmptyState,
  Headline,
  LostPagePicture,
  QrCode,
  Row,
  Section,
  toast,
} from '../../ui/index.ts'
import { useMember } from '../member.ts'
import { Tablets } from '../Tablets.tsx'
import styles from './Employee.module.css'
import { EmployeeBadge } from './EmployeeBadge.tsx'
import { OfficePage } from './OfficePage.tsx'
import { OfficeProblem } from './OfficeProblem.tsx'
import { OfficeReading } from './OfficeReading.tsx'
import { useOfficeTime } from './useOfficeTime.ts'

export default function OfficeEmployee() {
  const { employeeId = '' } = useParams()
  const reading = useScreenActor((app) => createReading(app, listEmployees, {}))
  const actor = useScreenActor((app) => createOfficeAct(app, () => reading.send({ type: 'reading.hint' })))
  return (
    <OfficePage titleKey="crewOffice.employee" fallback="/crew/office/employees">
      <OfficeReading reading={reading}>
        {(employees) => {
          const employee = employees.find((one) => one.employeeId === employeeId)
          return employee ? (
            <Details key={employeeId} employee={employee} employees={employees} actor={actor} />
          ) : (
            <EmptyState
              level={2}
              picture={<LostPagePicture />}
              title={<FormattedMessage id="crewOffice.noEmployee" />}
            />
          )
        }}
      </OfficeReading>
    </OfficePage>
  )
}

type DetailsProps = { employee: Employee; actor: OfficeActActor }
type AllProps = DetailsProps & { employees: readonly Employee[] }

function Details({ employee, employees, actor }: AllProps) {
  const intl = useIntl()
  const { name, role, phone, plate, siteId, regionId, createTime, isDisabled } = employee
  return (
    <>
      <Headline level={2} detail={<FormattedMessage id="crewAccount.member" values={{ role }} />} name={name}>
        {name}
      </Headline>
      <div className={styles.employee}>
        <div className={styles.part}>
          <Card>
            <DescriptionList>
              <DescriptionItem label={intl.formatMessage({ id: 'crewOffice.state' })}>
                <EmployeeBadge employee={employee} />
              </DescriptionItem>
              <DescriptionItem label={intl.formatMessage({ id: 'crewOffice.phone' })}>
                {phone}
              </DescriptionItem>
              {(siteId ?? regionId) && (
                <DescriptionItem label={intl.formatMessage({ id: 'crewOffice.place' })}>
                  {siteId ?? regionId}
                </DescriptionItem>
              )}
              {plate && (
                <DescriptionItem label={intl.formatMessage({ id: 'crewOffice.plate' })}>
                  {plate}
                </DescriptionItem>
              )}
              <DescriptionItem label={intl.formatMessage({ id: 'crewOffice.added' })}>
                {intl.formatDate(createTime)}
              </DescriptionItem>
            </DescriptionList>
          </Card>
          <StatePart employee={employee} employees={employees} actor={actor} />
        </div>
        {!isDisabled && (
          <div className={styles.part}>
            <InvitationPart employee={employee} actor={actor} />
            {role === 'site' && <PinPart employee={employee} actor={actor} />}
            <Sessions employee={employee} />
            {siteId && (
              <Section title={intl.formatMessage({ id: 'crewAccount.tablets' })}>
                <Tablets siteId={siteId} />
              </Section>
            )}
          </div>
        )}
      </div>
    </>
  )
}

/** A courier with orders can only be disabled if a colleague takes them over. */
function StatePart({ employee, employees, actor }: AllProps) {
  const problem = useSelector(actor, selectOfficeProblem)
  if (!isRefusedWith(problem, errorCodes.assignOperationRejected) || employee.isDisabled) {
    return (
      <>
        <OfficeProblem actor={actor} />
        <StateButton employee={employee} actor={actor} />
      </>
    )
  }
  const { employeeId, name } = employee
  const takers = employees.filter(
    (one) => one.role === 'courier' && !one.isDisabled && one.employeeId !== employeeId,
  )
  return (
    <div className={styles.part}>
      <Alert tone="coral" panel>
        {takers.length === 0 ? (
          <FormattedMessage id="crewOffice.noTaker" />
        ) : (
          <FormattedMessage
            id="crewOffice.takerDetail"
            values={{ name, count: carriedOrders(problem).length }}
          />
        )}
      </Alert>
      {takers.map((taker) => (
        <Button
          key={taker.employeeId}
          kind="ghost"
          onClick={() =>
            actor.send({
              type: 'act.send',
              act: {
                name: 'setEmployeeState',
                request: {
                  params: { employeeId },
                  body: { isDisabled: true, toEmployeeId: taker.employeeId },
                },
              },
            })
          }
        >
          <FormattedMessage id="crewOffice.handTo" values={{ name: taker.name }} />
        </Button>
      ))}
    </div>
  )
}

function StateButton({ employee: { employeeId, isDisabled, name }, actor }: DetailsProps) {
  const isSending = useSelector(actor, selectSendingCall) === 'setEmployeeState'
  // The server refuses it too.
  if (useMember().employeeId === employeeId) return null
  return (
    <div className={styles.part}>
      <p className="soft">
        <FormattedMessage
          id={isDisabled ? 'crewOffice.enableDetail' : 'crewOffice.disableDetail'}
          values={{ name }}
        />
      </p>
      <Button
        kind={isDisabled ? 'ghost' : 'coral'}
        busy={isSending}
        onClick={() =>
          actor.send({
            type: 'act.send',
            act: {
              name: 'setEmployeeState',
              request: { params: { employeeId }, body: { isDisabled: !isDisabled } },
            },
          })
        }
      >
        <FormattedMessage id={isDisabled ? 'crewOffice.enable' : 'crewOffice.disable'} />
      </Button>
    </div>
  )
}

function InvitationPart({ employee: { employeeId, hasPassword }, actor }: DetailsProps) {
  const intl = useIntl()
  const timeText = useOfficeTime()
  const invitation = useSelector(actor, selectOfficeResult('inviteEmployee'))
  const isSending = useSelector(actor, selectSendingCall) === 'inviteEmployee'
  const url = invitation && new URL(`/crew/invitation/${invitation.token}`, location.origin).href
  const copy = async (text: string) => {
    await navigator.clipboard.writeText(text)
    toast.show(intl.formatMessage({ id: 'crewOffice.copied' }))
  }
  return (
    <Section title={intl.formatMessage({ id: 'crewOffice.invitation' })}>
      <div className={styles.invitation}>
        <p className="soft">
          <FormattedMessage
            id={hasPassword ? 'crewOffice.resetDetail' : 'crewOffice.inviteDetail'}
            values={employeeLimitValues}
          />
        </p>
        {url && (
          <>
            <QrCode value={url} label={intl.formatMessage({ id: 'crewOffice.invitationCode' })} size={200} />
            <code className={styles.link}>{url}</code>
            <p>
              <FormattedMessage
                id="crewOffice.invitationUntil"
                values={{ time: timeText(invitation.expiresAt) }}
              />
            </p>
            <Button size="small" icon={<Copy size={20} aria-hidden="true" />} onClick={() => void copy(url)}>
              <FormattedMessage id="crewOffice.copyLink" />
            </Button>
          </>
        )}
        <Button
          size="small"
          busy={isSending}
          onClick={() =>
            actor.send({
              type: 'act.send',
              act: { name: 'inviteEmployee', request: { params: { employeeId }, body: {} } },
            })
          }
        >
          <FormattedMessage id={url ? 'crewOffice.inviteAgain' : 'crewOffice.invite'} />
        </Button>
      </div>
    </Section>
  )
}

function PinPart({ employee: { employeeId, name, hasPin }, actor }: DetailsProps) {
  const intl = useIntl()
  const isSending = useSelector(actor, selectSendingCall) === 'resetEmployeePin'
  return (
    <Section title={intl.formatMessage({ id: 'crewOffice.pin' })}>
      <div className={styles.part}>
        <p className="soft">
          <FormattedMessage id={hasPin ? 'crewOffice.pinSet' : 'crewOffice.pinMissing'} values={{ name }} />
        </p>
        {hasPin && (
          <Button
            kind="ghost"
            busy={isSending}
            onClick={() =>
              actor.send({
                type: 'act.send',
                act: { name: 'resetEmployeePin', request: { params: { employeeId }, body: {} } },
              })
            }
          >
            <FormattedMessage id="crewOffice.pinReset" />
          </Button>
        )}
      </div>
    </Section>
  )
}

function Sessions({ employee: { employeeId } }: { employee: Employee }) {
  const intl = useIntl()
  const timeText = useOfficeTime()
  const reading = useScreenActor((app) =>
    createReading(app, listEmployeeSessions, { params: { employeeId } }),
  )
  const actor = useScreenActor((app) => createOfficeAct(app, () => reading.send({ type: 'reading.hint' })))
  const isSending = useSelector(actor, selectSendingCall) !== null
  return (
    <Section title={intl.formatMessage({ id: 'crewAccount.devices' })}>
      <OfficeReading reading={reading}>
        {(devices) => (
          <div className={styles.part}>
            {devices.length === 0 ? (
              <p>
                <FormattedMessage id="crewOffice.noDevices" />
              </p>
            ) : (
              <Card kind="rows">
                {devices.map(({ deviceId, name, useTime, isShared }) => (
                  <Row
                    key={deviceId}
                    icon={<Smartphone size={20} />}
                    title={name || intl.formatMessage({ id: 'myAccount.unknownDevice' })}
                    detail={intl.formatMessage(
                      { id: isShared ? 'myAccount.sharedDevice' : 'myAccount.lastUsed' },
                      { time: timeText(useTime) },
                    )}
                  />
                ))}
              </Card>
            )}
            <p className="soft">
              <FormattedMessage id="crewOffice.signOutAllDetail" />
            </p>
            <Button
              kind="ghost"
              icon={<LogOut size={20} aria-hidden="true" />}
              busy={isSending}
              onClick={() =>
                actor.send({
                  type: 'act.send',
                  act: { name: 'endEmployeeSessions', request: { params: { employeeId }, body: {} } },
                })
              }
            >
              <FormattedMessage id="crewOffice.signOutAll" />
            </Button>
          </div>
        )}
      </OfficeReading>
      <OfficeProblem actor={actor} />
    </Section>
  )
}
