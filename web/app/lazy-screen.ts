import { type ComponentType, createElement, lazy, useState } from 'react'
import { loadLaterMessages } from './messages.ts'
import { openNewVersion } from './open-new-version.ts'

/** The code or the messages of a screen did not load. */
export class LoadFailure extends Error {
  override name = 'LoadFailure'
}

export type Load<Props> = () => Promise<{ default: ComponentType<Props> }>

/** A screen whose code comes when it is shown, or before with `preload`: then it is there with the first render. */
export type LazyScreen<Props = object> = ComponentType<Props> & { preload: () => Promise<void> }

/** A screen of messages that are loaded already (the first domains of `tools/messages-plugin.ts`). */
export function firstScreen<Props extends object>(load: Load<Props>): LazyScreen<Props> {
  let loaded: ComponentType<Props> | undefined
  const loadOnce = async () => {
    try {
      const screen = await load()
      loaded = screen.default
      return screen
    } catch (cause) {
      if (!import.meta.env.SSR && (await openNewVersion())) return new Promise<never>(() => {})
      throw new LoadFailure('the screen did not load', { cause })
    }
  }
  const OnDemand = lazy(loadOnce)
  const Screen = (props: Props) => {
    const [Shown] = useState<ComponentType<Props>>(() => loaded ?? OnDemand)
    return createElement(Shown, props)
  }
  return Object.assign(Screen, { preload: () => loadOnce().then(() => undefined) })
}

/** A screen, or a part of one, that loads when it is shown, together with the messages that home does not need. */
export const lazyScreen = <Props extends object>(load: Load<Props>): LazyScreen<Props> =>
  firstScreen(async () => {
    // Where pages are rendered, all messages are there.
    const [screen] = await Promise.all([load(), import.meta.env.SSR || loadLaterMessages()])
    return screen
  })
