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
import { type ServiceId, serviceIds } from './service-ids.ts'

export type Service = {
  id: ServiceId
  /** Last part of its page's path. */
  serviceId: string
  Icon: LucideIcon
}

const pages: Record<ServiceId, Omit<Service, 'id'>> = {
  wifi: { serviceId: 'wifi', Icon: Wifi },
  handsFree: { serviceId: 'hands-free', Icon: Luggage },
  advice: { serviceId: 'advice', Icon: MapIcon },
  checkOut: { serviceId: 'check-out', Icon: DoorOpen },
  renewal: { serviceId: 'renewal', Icon: BedDouble },
  medical: { serviceId: 'medical', Icon: HeartPulse },
  cleaning: { serviceId: 'cleaning', Icon: Sparkles },
}

/** The services with their pages and icons. */
export const services: readonly Service[] = serviceIds.map((id) => ({ id, ...pages[id] }))
