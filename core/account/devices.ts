import type { SnapshotFrom } from 'xstate'
import type { ReadingRef } from '../lib/reading.machine.ts'
import type { devicesMachine } from './devices.machine.ts'

type DevicesSnapshot = SnapshotFrom<typeof devicesMachine>

/** Reads the devices; takes `reading.retry`. */
export const selectDevicesReading = ({ children }: DevicesSnapshot): ReadingRef | undefined =>
  children.reading
/** Null until they were read. */
export const selectDevices = ({ context }: DevicesSnapshot) => context.devices
/** Of the last request; null once another one succeeded. */
export const selectDevicesProblem = ({ context }: DevicesSnapshot) => context.problem
/** The device that is being ended, if any. */
export const selectEndingDevice = ({ context }: DevicesSnapshot) => context.ending
/** Whether other devices are signed in as well. */
export const selectHasOtherDevices = ({ context }: DevicesSnapshot) =>
  context.devices?.some(({ isThis }) => !isThis) ?? false
