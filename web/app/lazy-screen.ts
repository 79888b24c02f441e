import { type ComponentType, lazy } from 'react'
import { loadLaterMessages } from './messages.ts'

/** The code or the messages of a screen did not load. */
export class LoadFailure extends Error {
  override name = 'LoadFailure'
}

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>

/**
 * The screen of the first load, whose messages are loaded already (the first domains of `scripts/messages-plugin.ts`).
 */
export const firstScreen = <Props>(load: Load<Props>) =>
  lazy(async () => {
    try {
      return await load()
    } catch (cause) {
      throw new LoadFailure('the screen did not load', { cause })
    }
  })

/** A screen, or a part of one, that loads when it is shown, together with the messages that home does not need. */
export const lazyScreen = <Props>(load: Load<Props>) =>
  firstScreen(async () => {
    const [screen] = await Promise.all([load(), loadLaterMessages()])
    return screen
  })
