import * as v from 'valibot'
import { employeeRoles, getCall, postCall } from './call.ts'
import { Id, requiredText, Timestamp, text } from './common.ts'
import { CrewMember } from './crew.ts'

/** An employee. A token is shown once, on creation. */
export const Employee = v.object({
  employeeId: Id,
  role: v.picklist(employeeRoles),
  name: v.string(),
  phone: v.string(),
  /** Plate of a courier's car; empty for others. */
  plate: v.string(),
  /** A site worker's site; null for others. */
  siteId: v.nullable(Id),
  /** A courier's region; null for all regions and for other roles. */
  regionId: v.nullable(Id),
  isDisabled: v.boolean(),
  /** Whether they have accepted an invitation. */
  hasPassword: v.optional(v.boolean(), false),
  /** Whether a site worker can unlock their site’s shared tablets. */
  hasPin: v.optional(v.boolean(), false),
  createTime: Timestamp,
  /** When the token expires if unused. Null without a token and for demo tokens, which don't expire. */
  tokenEndTime: v.nullable(Timestamp),
})
export type Employee = v.InferOutput<typeof Employee>

const name = requiredText(60)
/** Free format: digits, spaces, hyphens and a plus sign. */
const phone = v.pipe(v.string(), v.trim(), v.regex(/^\+?[\d -]{5,20}$/))

export const NewEmployee = v.variant('role', [
  v.strictObject({ role: v.literal('operator'), name, phone }),
  v.strictObject({
    role: v.literal('courier'),
    name,
    phone,
    plate: text(20),
    regionId: v.optional(v.nullable(Id), null),
  }),
  v.strictObject({ role: v.literal('site'), name, phone, siteId: Id }),
])
export type NewEmployee = v.InferOutput<typeof NewEmployee>

const EmployeeParams = v.strictObject({ employeeId: Id })

export const getOwnEmployee = getCall('/operator/me', {
  summary: 'Returns the employee whose token is used.',
  audience: 'operator',
  roles: employeeRoles,
  result: v.object({
    employeeId: Id,
    role: v.picklist(employeeRoles),
    siteId: v.nullable(Id),
    /** Null for the owner of `HANDSFREE_OPERATOR_TOKEN`. */
    member: v.optional(v.nullable(CrewMember), null),
  }),
})

export const listEmployees = getCall('/operator/employees', {
  summary: 'Returns every employee, including disabled ones, in the order in which they were added.',
  audience: 'operator',
  result: v.array(Employee),
})

export const addEmployee = postCall('/operator/employees', {
  summary:
    'Adds an employee without a token. Fails with 2007 if another employee has the phone number, 2009 for an unknown region, 2010 for an unknown site, and 4001 if another employee drives the car with that plate.',
  audience: 'operator',
  body: NewEmployee,
  result: Employee,
  errors: [2007, 2009, 2010, 4001],
})

export const setEmployeeState = postCall('/operator/employees/{employeeId}/state', {
  summary:
    'Disables or enables an employee. Tokens of a disabled employee stop working at the next call. Fails with 2005 for the caller’s own record, and with 5002 and `{ orderIds }` for a courier who carries or is to pick up bags, unless `toEmployeeId` names the courier who takes them. Fails like `operatorAssign` for that courier.',
  audience: 'operator',
  params: EmployeeParams,
  body: v.strictObject({ isDisabled: v.boolean(), toEmployeeId: v.optional(Id) }),
  result: Employee,
  errors: [2000, 2005, 2008, 5002],
})

export const makeEmployeeToken = postCall('/operator/employees/{employeeId}/token', {
  summary:
    'Issues a token and returns it once. Earlier tokens of the employee stop working at the next call. Fails with 2005 for a disabled employee.',
  audience: 'operator',
  params: EmployeeParams,
  body: v.strictObject({}),
  result: v.object({ token: v.string() }),
  errors: [2000, 2005],
})
