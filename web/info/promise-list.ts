import { Clock, HandHelping, type LucideIcon, Undo2 } from 'lucide-react'
import type { MessageKeyUnder } from '../app/message-key.ts'

/** What is promised before an order exists. */
export const promiseList: readonly { id: MessageKeyUnder<'home.promise'>; Icon: LucideIcon }[] = [
  { id: 'cancel', Icon: Clock },
  { id: 'wait', Icon: HandHelping },
  { id: 'refund', Icon: Undo2 },
]
