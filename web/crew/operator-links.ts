import type { MessageKey } from '../app/message-key.ts'

/** Pages in the operators' bar. */
export const operatorLinks: readonly (readonly [path: string, titleKey: MessageKey])[] = [
  ['/crew', 'crewQueue.title'],
  ['/crew/board', 'crewBoard.title'],
  ['/crew/office/employees', 'crewOffice.title'],
]
