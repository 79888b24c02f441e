import type { EmployeeRole, PushKind } from '@handsfree/core/contract'
import { FormattedMessage } from 'react-intl'
import { PushSettings } from '../parts/push/PushSettings.tsx'
import { useMember } from './member.ts'

const kindsOf = {
  courier: ['order'],
  site: ['order', 'bag'],
  operator: ['queue'],
} as const satisfies Record<EmployeeRole, readonly PushKind[]>

export function PushNotices() {
  const { role } = useMember()
  const kinds = kindsOf[role].map((kind) => ({
    kind,
    label: <FormattedMessage id={`crewPushKind.${kind}`} />,
  }))
  return <PushSettings audience="employee" kinds={kinds} detail={<FormattedMessage id="crewPush.detail" />} />
}
