import type { Traveller } from './traveller.ts'
import type { World } from './world.types.ts'

/** What the end of a world is played with. */
export type Ending = Pick<World, 'time' | 'story' | 'fail'> & {
  /** Lets so many milliseconds go by. */
  play(milliseconds: number): Promise<void>
  /** Looks at everything that must hold, or at only one of that; false once something does not. */
  judge(only?: 'pagesTellTheTruth'): Promise<boolean>
  /** Lets time go by until the bank has sent every refund. */
  endRefunds(): Promise<void>
  /** An operator does about each claim what is next. */
  lookAtClaims(): Promise<void>
}

export function wakeAll(travellers: readonly Traveller[]): void {
  for (const { device } of travellers) for (const tab of device.tabs) tab.wake()
}

export function sleepAll(travellers: readonly Traveller[]): void {
  for (const { device } of travellers) for (const tab of device.tabs) tab.sleep()
}
