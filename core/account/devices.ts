import type { SnapshotFrom } from 'xstate'
import type { ReadingRef } from '../lib/reading.machine.ts'
import type { devicesMachine } from './devices.machine.ts'

type DevicesSnapshot = SnapshotFrom<typeof devicesMachine>

export const selectDevicesReading = ({ children }: DevicesSnapshot): ReadingRef | undefined =>
  children.reading
export const selectDevices = ({ context }: DevicesSnapshot) => context.devices
export const selectDevicesProblem = ({ context }: DevicesSnapshot) => context.problem
export const selectEndingDevice = ({ context }: DevicesSnapshot) => context.endingDeviceId
export const selectHasOtherDevices = ({ context }: DevicesSnapshot) =>
  context.devices?.some(({ isThis }) => !isThis) ?? false
