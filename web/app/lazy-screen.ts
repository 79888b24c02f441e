import { type ComponentType, createElement, lazy, useState } from 'react'
import { loadLaterMessages } from './messages.ts'
import { openNewVersion } from './open-new-version.ts'

export class LoadFailure extends Error {
  override name = 'LoadFailure'
}

export type Load<Props> = () => Promise<{ default: ComponentType<Props> }>

/** Loads its code when it renders or with `preload`. A preloaded screen renders without suspending. */
export type LazyScreen<Props = object> = ComponentType<Props> & { preload: () => Promise<void> }

/** For screens that only use the first message domains (see `tools/messages-plugin.ts`). */
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

/** For screens that also need the later messages. */
export const lazyScreen = <Props extends object>(load: Load<Props>): LazyScreen<Props> =>
  firstScreen(async () => {
    // The server has all messages.
    const [screen] = await Promise.all([load(), import.meta.env.SSR || loadLaterMessages()])
    return screen
  })
