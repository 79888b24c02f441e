import { type ComponentType, createElement, lazy, useState } from 'react'
import { loadRestMessages } from './messages.ts'
import { openNewVersion } from './open-new-version.ts'

export class LoadFailure extends Error {
  override name = 'LoadFailure'
}

export type ScreenLoader<Props> = () => Promise<{ default: ComponentType<Props> }>

/** Loads its code when it renders or with `preload`. A preloaded screen renders without suspending. */
export type LazyScreen<Props = object> = ComponentType<Props> & { preload: () => Promise<void> }

/** For screens that only use the first message domains (see `tools/messages-plugin.ts`). */
export function initialScreen<Props extends object>(load: ScreenLoader<Props>): LazyScreen<Props> {
  let loadedComponent: ComponentType<Props> | undefined
  const loadOnce = async () => {
    try {
      const screen = await load()
      loadedComponent = screen.default
      return screen
    } catch (cause) {
      if (!import.meta.env.SSR && (await openNewVersion())) return new Promise<never>(() => {})
      throw new LoadFailure('the screen did not load', { cause })
    }
  }
  const OnDemand = lazy(loadOnce)
  const Screen = (props: Props) => {
    const [Shown] = useState<ComponentType<Props>>(() => loadedComponent ?? OnDemand)
    return createElement(Shown, props)
  }
  return Object.assign(Screen, { preload: () => loadOnce().then(() => undefined) })
}

/** For screens that also need the later messages. */
export const lazyScreen = <Props extends object>(load: ScreenLoader<Props>): LazyScreen<Props> =>
  initialScreen(async () => {
    // The server has all messages.
    const [screen] = await Promise.all([load(), import.meta.env.SSR || loadRestMessages()])
    return screen
  })
