import { second } from './time.ts'
import type { World } from './world.types.ts'

/** Text messages by phone number, with delivery delays. */
export class Phones {
  readonly #world: World
  readonly #chance
  readonly #codes = new Map<string, string>()

  constructor(world: World) {
    this.#world = world
    this.#chance = world.chance.fork('phones')
  }

  deliver(number: string, code: string): void {
    const { faults, time, story } = this.#world
    if (faults.strikes('sms down')) throw new Error('the gateway doesn’t respond')
    if (faults.strikes('sms lost')) {
      story.log('phones', `the code for ${number} is lost`)
      return
    }
    time.after(this.#chance.between(2, 30) * second, 'sms', () => this.#codes.set(number, code))
  }

  forget(number: string): void {
    this.#codes.delete(number)
  }

  read(number: string): string | null {
    return this.#codes.get(number) ?? null
  }
}
