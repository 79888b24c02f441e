import type { CrewMember } from '@handsfree/core/contract'
import { createFormatter } from '@handsfree/core/i18n'
import messages from '../../../core/i18n/messages/en-US.json' with { type: 'json' }
import { crewMember } from '../../unit/models/samples.ts'

export const intl = createFormatter('en-US', messages)

const courier: CrewMember = { ...crewMember(), hasPassword: true }
const desk: CrewMember = {
  ...courier,
  role: 'site',
  plate: '',
  region: null,
  site: { siteId: 'lakeside-garden-hotel', name: 'Lakeside Garden Hotel', timeZone: 'Asia/Shanghai' },
}

const operator: CrewMember = { ...courier, role: 'operator', plate: '', region: null }

const storageOf = (employee: CrewMember) => {
  const { employeeId, name } = employee
  const times = { updateTime: new Date(0), createTime: new Date(0) }
  const profile = {
    id: employeeId,
    uin: employeeId,
    dialCode: '',
    phone: '',
    name,
    email: '',
    ...times,
    employee,
  }
  const account = { token: 'crew-token-1', uin: employeeId }
  return {
    'crew:auth': { version: 1, phone: { dialCode: '86', phoneNumber: '' }, account },
    'crew:person': { version: 1, profile },
  }
}

/** Storage of employees who signed in earlier. */
export const signedInCourier = storageOf(courier)
export const signedInDesk = storageOf(desk)
export const signedInOperator = storageOf(operator)

const answersFor = (member: CrewMember) => ({
  'GET /operator/notification/unread': 0,
  'GET /operator/me': {
    employeeId: member.employeeId,
    role: member.role,
    siteId: member.site?.siteId ?? null,
    member,
  },
  'GET /crew/passkeys': [],
  'GET /crew/sessions': [],
})

/** Results of calls that the employees' app makes on every page. */
export const crewAnswers = answersFor(courier)
export const deskAnswers = answersFor(desk)
export const operatorAnswers = answersFor(operator)
