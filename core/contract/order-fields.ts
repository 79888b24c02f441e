import type * as v from 'valibot'
import type { MessageKey } from '../i18n/message-key.ts'
import { cleanLine, cleanLines } from '../lib/clean.ts'
import { lines, text } from './common.ts'

type FieldRules = {
  /** Schema in an API draft. Older clients omit newer fields, so those are optional with `''`. */
  schema: v.GenericSchema<string | undefined, string>
  clean: (typed: string) => string
  label: MessageKey
  hint: MessageKey
  section: 'route' | 'bags' | 'receiver' | 'remarks'
  /**
   * Places that require the field; orders from other places store null. Without it, the field is optional everywhere.
   */
  isRequired?: (place: { access: 'frontDesk' | 'roomPassword' }) => boolean
  /** Problem of a required field that is empty: `orderForm.problem.<missing>`. */
  missing?: string
  /** Requires `readBy: 'everyone'`, since the form starts with the current text. */
  changeUntil: 'pickup' | null
  /** `pickup`: operators and the employees who pick up the bags; each read is logged. */
  readBy: 'everyone' | 'pickup'
  /** Whether it is deleted with the account. */
  isPersonal: boolean
}

/** Free-text fields, with the same name in draft, order and database column. */
export const orderFields = {
  roomPassword: {
    schema: text(40),
    clean: cleanLine,
    label: 'orderForm.roomPassword',
    hint: 'orderForm.roomPasswordHint',
    section: 'route',
    isRequired: ({ access }) => access === 'roomPassword',
    missing: 'roomPasswordRequired',
    changeUntil: null,
    readBy: 'pickup',
    isPersonal: true,
  },
  remarks: {
    schema: lines(200),
    clean: cleanLines,
    label: 'orderForm.remarks',
    hint: 'orderForm.remarksPlaceholder',
    section: 'remarks',
    changeUntil: 'pickup',
    readBy: 'everyone',
    isPersonal: true,
  },
} as const satisfies Record<string, FieldRules>

type Fields = typeof orderFields
export type OrderField = keyof Fields
type FieldWith<Rule> = { [Name in OrderField]: Fields[Name] extends Rule ? Name : never }[OrderField]
export type RequiredField = FieldWith<Required<Pick<FieldRules, 'isRequired' | 'missing'>>>
export type ChangeableField = FieldWith<{ changeUntil: 'pickup' }>
export type ShownField = FieldWith<{ readBy: 'everyone' }>
export type PickupField = FieldWith<{ readBy: 'pickup' }>

type Texts<Name extends OrderField> = Partial<Record<Name, string | null>>
type StoredFields = { [Name in OrderField]: Name extends RequiredField ? string | null : string }

const rules: Record<OrderField, FieldRules> = orderFields
export const orderFieldNames = Object.keys(orderFields) as OrderField[]

export const requiredFieldNames = orderFieldNames.filter(
  (name): name is RequiredField => rules[name].isRequired !== undefined,
)
export const changeableFieldNames = orderFieldNames.filter(
  (name): name is ChangeableField => rules[name].changeUntil !== null,
)
export const shownFieldNames = orderFieldNames.filter(
  (name): name is ShownField => rules[name].readBy === 'everyone',
)
export const pickupFieldNames = orderFieldNames.filter(
  (name): name is PickupField => rules[name].readBy === 'pickup',
)

const fromNames = <Name extends OrderField, Value>(names: readonly Name[], read: (name: Name) => Value) =>
  Object.fromEntries(names.map((name) => [name, read(name)])) as Record<Name, Value>

export const fieldSchemas = <Name extends OrderField>(names: readonly Name[]) =>
  fromNames(names, (name) => rules[name].schema) as { [One in Name]: Fields[One]['schema'] }

export const fieldSections = fromNames(orderFieldNames, (name) => rules[name].section)

/** Required fields of a form section at any place. */
export const requiredFieldsIn = (section: FieldRules['section']): RequiredField[] =>
  requiredFieldNames.filter((name) => rules[name].section === section)

export type MissingField = Fields[RequiredField]['missing']
export const missingField = (name: RequiredField): MissingField => orderFields[name].missing

/** Required fields at a place. */
export const requiredFieldsAt = (place: Parameters<NonNullable<FieldRules['isRequired']>>[0]) =>
  requiredFieldNames.filter((name) => rules[name].isRequired?.(place))

/** Every field; missing ones are `''`. */
export const fieldsOf = (from: Texts<OrderField>): Record<OrderField, string> =>
  fromNames(orderFieldNames, (name) => from[name] ?? '')

/** Every field, cleaned for sending. */
export const cleanFieldsOf = (draft: Record<OrderField, string>): Record<OrderField, string> =>
  fromNames(orderFieldNames, (name) => rules[name].clean(draft[name]))

/** Fields that everyone may read; missing ones are `''`. */
export const shownFieldsOf = (from: Texts<ShownField>): Record<ShownField, string> =>
  fromNames(shownFieldNames, (name) => from[name] ?? '')

/** Fields of the pickup; missing ones are null. */
export const pickupFieldsOf = (from: Texts<PickupField>): Record<PickupField, string | null> =>
  fromNames(pickupFieldNames, (name) => from[name] ?? null)

/** Columns of a new order; null if its place doesn't ask for the field. */
export const storedFieldsOf = (
  draft: Record<OrderField, string>,
  place: Parameters<typeof requiredFieldsAt>[0],
): StoredFields =>
  fromNames(orderFieldNames, (name) =>
    rules[name].isRequired?.(place) === false ? null : draft[name],
  ) as StoredFields

/** Column values after erasing personal data. */
export const erasedFields = fromNames(
  orderFieldNames.filter((name) => rules[name].isPersonal),
  (name) => (rules[name].isRequired ? null : ''),
) as Partial<StoredFields>
