import {
  BedDouble,
  DoorOpen,
  HeartPulse,
  type LucideIcon,
  Luggage,
  Map as MapIcon,
  Sparkles,
  Wifi,
} from 'lucide-react'
import type { MessageKeyUnder } from '../../app/message-key.ts'

export type Service = {
  id: MessageKeyUnder<'services.name'>
  /** Last segment of the page's path. */
  serviceId: string
  Icon: LucideIcon
}

/** In the order of the home page (spec section 1). */
export const services: readonly Service[] = [
  { id: 'wifi', serviceId: 'wifi', Icon: Wifi },
  { id: 'handsFree', serviceId: 'hands-free', Icon: Luggage },
  { id: 'advice', serviceId: 'advice', Icon: MapIcon },
  { id: 'checkOut', serviceId: 'check-out', Icon: DoorOpen },
  { id: 'renewal', serviceId: 'renewal', Icon: BedDouble },
  { id: 'medical', serviceId: 'medical', Icon: HeartPulse },
  { id: 'cleaning', serviceId: 'cleaning', Icon: Sparkles },
]
