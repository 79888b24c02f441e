import type { Traveller } from './traveller.ts'
import type { World } from './world.types.ts'

export type FinalPhase = Pick<World, 'time' | 'story' | 'fail'> & {
  play(milliseconds: number): Promise<void>
  /** Checks all invariants, or one. False after a violation. */
  checkInvariants(only?: 'pagesTellTheTruth'): Promise<boolean>
  /** Advances time until the bank has sent all refunds. */
  endRefunds(): Promise<void>
  processClaims(): Promise<void>
}

export function wakeAll(travellers: readonly Traveller[]): void {
  for (const { device } of travellers) for (const tab of device.tabs) tab.wake()
}

export function sleepAll(travellers: readonly Traveller[]): void {
  for (const { device } of travellers) for (const tab of device.tabs) tab.sleep()
}
