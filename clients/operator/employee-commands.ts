import {
  addEmployee,
  endEmployeeSessions,
  endTablet,
  inviteEmployee,
  listEmployeeSessions,
  listEmployees,
  listShifts,
  listTablets,
  makeEmployeeToken,
  NewEmployee,
  operatorGetCatalogue,
  resetEmployeePin,
  setEmployeeState,
} from '@handsfree/core/contract'
import { Argument } from 'commander'
import { renderUnicodeCompact } from 'uqr'
import * as v from 'valibot'
import { type Session, UsageError } from './session.ts'
import { timeOf } from './time.ts'
import type { Tool } from './tool.ts'

const roles = ['operator', 'courier', 'site'] as const
type Role = (typeof roles)[number]
type NewOptions = { name?: string; phone?: string; plate?: string; region?: string | null; site?: string }

type Invitation = { url: string; expiresAt: string }

async function invite(session: Session, employeeId: string): Promise<Invitation> {
  const { token, expiresAt } = await session.call(inviteEmployee, { params: { employeeId }, body: {} })
  const { publicUrl } = await session.call(operatorGetCatalogue, { query: { kind: 'configuration' } })
  return { url: new URL(`/crew/invitation/${token}`, publicUrl ?? session.url).href, expiresAt }
}

const invitationLines = ({ url, expiresAt }: Invitation) => [
  `Works once, until ${timeOf({ timeZone: 'UTC', cityName: 'UTC' }, expiresAt)}:`,
  url,
  ...renderUnicodeCompact(url, { border: 2 }).split('\n'),
]

export function addEmployeeCommands({ program, run }: Tool): void {
  const employees = program
    .command('employees')
    .description('list, add, invite, disable and enable employees, and issue tokens')
    .action(run((session) => session.call(listEmployees, {})))
  employees
    .command('add')
    .description('add an employee')
    .addArgument(new Argument('<role>').choices(roles))
    .option('--name <name>')
    .option('--phone <number>', 'such as "+86 571 0000 0901"')
    .option('--plate <plate>', 'plate of a courier’s car')
    .option('--region <region>', 'region of a courier (default: any)')
    .option('--site <site>', 'site of a site employee')
    .action(
      run(async (session, role: Role, { name, phone, plate = '', region = null, site }: NewOptions) => {
        const extra = { courier: { plate, regionId: region }, site: { siteId: site }, operator: {} }
        const body = v.safeParse(NewEmployee, { role, name, phone, ...extra[role] })
        if (body.success) return session.call(addEmployee, { body: body.output })
        const wrong = body.issues.map((issue) => `--${v.getDotPath(issue)?.replace('siteId', 'site')}`)
        throw new UsageError(
          `Missing or invalid: ${[...new Set(wrong)].join(', ')}. \`employees add --help\` describes the options.`,
        )
      }),
    )
  const onEmployee = (name: string, description: string) =>
    employees.command(name).description(description).argument('<id>')
  const setState = (isDisabled: boolean) =>
    run((session, employeeId: string) =>
      session.call(setEmployeeState, { params: { employeeId }, body: { isDisabled } }),
    )
  onEmployee('invite', 'print a link with which an employee sets a password and, at a site, a PIN').action(
    run(invite, invitationLines),
  )
  onEmployee('devices', 'list the devices that an employee is signed in on').action(
    run((session, employeeId: string) => session.call(listEmployeeSessions, { params: { employeeId } })),
  )
  onEmployee('sign-out', 'sign an employee out on all devices, such as a lost phone').action(
    run((session, employeeId: string) =>
      session.call(endEmployeeSessions, { params: { employeeId }, body: {} }),
    ),
  )
  onEmployee('reset-pin', 'remove an employee’s PIN for shared tablets').action(
    run((session, employeeId: string) =>
      session.call(resetEmployeePin, { params: { employeeId }, body: {} }),
    ),
  )
  onEmployee('disable', 'disable an employee, their token and their sessions').action(setState(true))
  onEmployee('enable', 'enable an employee again').action(setState(false))
  onEmployee('token', 'issue a token, shown only once').action(
    run((session, employeeId: string) =>
      session.call(makeEmployeeToken, { params: { employeeId }, body: {} }),
    ),
  )
  const tablets = program
    .command('tablets')
    .description('list the sites’ shared tablets, last used first')
    .action(
      run(
        (session) => session.call(listTablets, {}),
        (found: unknown[]) => (found.length === 0 ? ['No site has a shared tablet.'] : null),
      ),
    )
  tablets
    .command('sign-out')
    .description('sign out a shared tablet and everyone on it, such as a lost one')
    .argument('<device>')
    .action(run((session, deviceId: string) => session.call(endTablet, { params: { deviceId }, body: {} })))
  program
    .command('shifts')
    .description('list the couriers who are on shift, longest first')
    .action(
      run(
        (session) => session.call(listShifts, {}),
        (shifts: unknown[]) => (shifts.length === 0 ? ['Nobody is on shift.'] : null),
      ),
    )
}
