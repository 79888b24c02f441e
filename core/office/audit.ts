import { type OperationAction, operationActions } from '../contract/enumerations.ts'

export type ActionName = keyof typeof operationActions

const names = new Map(Object.entries(operationActions).map(([name, action]) => [action, name as ActionName]))

/** The name of a logged action, for messages. */
export const actionNameOf = (action: OperationAction): ActionName => names.get(action) ?? 'create'
