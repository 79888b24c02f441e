import { ledgerEntryDetail } from '../bags/ledger-text.ts'
import { operationActions } from '../contract/enumerations.ts'
import type { LedgerEntry } from '../contract/ledger.ts'
import type { OrderOperation } from '../contract/operator.ts'
import type { OrderMessage } from '../contract/order-message.ts'
import type { StaffNote } from '../contract/staff-note.ts'
import type { Formatter } from '../i18n/formatter.ts'
import { joinParts } from '../i18n/place.ts'

/** Actions of other logs than an order's. */
const otherActions = [
  'carCreate',
  'carDelete',
  'configSet',
  'billingRuleChange',
  'announcementAdd',
  'announcementUpdate',
  'regionDelete',
] as const
type OrderAction = Exclude<keyof typeof operationActions, (typeof otherActions)[number]>

const isOrderAction = (name: string): name is OrderAction => !otherActions.some((other) => other === name)

const actionNames = Object.entries(operationActions)

export function operationText(intl: Formatter, { action }: OrderOperation): string {
  const name = actionNames.find(([, number]) => number === action)?.[0]
  return name && isOrderAction(name)
    ? intl.formatMessage({ id: `crewLog.${name}` })
    : intl.formatMessage({ id: 'crewLog.other' }, { number: action })
}

/** An employee’s id, or the kind of actor. */
export function actorText(intl: Formatter, { actor }: OrderOperation): string {
  const [kind, id = ''] = actor.split(':')
  switch (kind) {
    case 'employee':
      return id
    case 'traveller':
    case 'provider':
      return intl.formatMessage({ id: `crewLog.${kind}` })
    default:
      return intl.formatMessage({ id: 'crewLog.system' })
  }
}

/** The facts of an operation, such as tag codes and reasons. */
export const operationDetail = ({ details }: OrderOperation): string =>
  joinParts(
    Object.values(details)
      .flat()
      .filter((fact) => typeof fact === 'string' || typeof fact === 'number')
      .map(String),
  )

/** Stage, role, seal and damage: "At the destination · Courier · Seal 4471". */
export const recordEntryText = (intl: Formatter, entry: LedgerEntry): string =>
  joinParts([
    intl.formatMessage({ id: `ledger.stage.${entry.stage}` }),
    intl.formatMessage({ id: 'crewRecord.role' }, { role: entry.role }),
    ledgerEntryDetail(intl, entry),
  ])

/** A message's subject and receiver: "Bags picked up · Text to the recipient". */
export const messageText = (intl: Formatter, message: OrderMessage): string =>
  message.channel === 'text'
    ? joinParts([
        intl.formatMessage({ id: 'crewMessage.text' }, { kind: message.kind }),
        intl.formatMessage({ id: 'crewMessage.to' }, { to: message.to }),
      ])
    : joinParts([
        intl.formatMessage({ id: 'crewMessage.notification' }, { kind: message.kind }),
        intl.formatMessage({ id: 'crewMessage.inApp' }),
      ])

/** Whether a text was given up or didn't arrive, so that someone should call. */
export const hasMessageFailed = (message: OrderMessage): boolean =>
  message.channel === 'text' && (message.state === 'givenUp' || message.state === 'undelivered')

/** Whether a text has left and arrived, or a notification was read. */
export const messageStateText = (intl: Formatter, message: OrderMessage): string =>
  message.channel === 'text'
    ? intl.formatMessage({ id: 'crewMessage.state' }, { state: message.state })
    : intl.formatMessage({ id: 'crewMessage.read' }, { isRead: String(message.isRead) })

export const noteAuthorText = (intl: Formatter, { author: { name, role } }: StaffNote): string =>
  intl.formatMessage({ id: 'crewNote.by' }, { name, role })
