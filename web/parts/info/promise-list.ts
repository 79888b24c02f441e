import { Clock, HandHelping, type LucideIcon, Undo2 } from 'lucide-react'
import type { MessageKeyUnder } from '../../app/message-key.ts'

export const promiseList: readonly { id: MessageKeyUnder<'promise'>; Icon: LucideIcon }[] = [
  { id: 'freeCancellation', Icon: Clock },
  { id: 'freeWait', Icon: HandHelping },
  { id: 'refusal', Icon: Undo2 },
]
