import {
  addEmployee,
  listEmployees,
  makeEmployeeToken,
  NewEmployee,
  setEmployeeState,
} from '@handsfree/core/contract'
import { Argument } from 'commander'
import * as v from 'valibot'
import { UsageError } from './session.ts'
import type { Tool } from './tool.ts'

const roles = ['operator', 'courier', 'site'] as const
type Role = (typeof roles)[number]
type NewOptions = { name?: string; phone?: string; plate?: string; region?: string | null; site?: string }

export function addEmployeeCommands({ program, run }: Tool): void {
  const employees = program
    .command('employees')
    .description('list, add, disable and enable employees, and issue tokens')
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
  onEmployee('disable', 'disable an employee and their token').action(setState(true))
  onEmployee('enable', 'enable an employee again').action(setState(false))
  onEmployee('token', 'issue a token, shown only once').action(
    run((session, employeeId: string) =>
      session.call(makeEmployeeToken, { params: { employeeId }, body: {} }),
    ),
  )
}
