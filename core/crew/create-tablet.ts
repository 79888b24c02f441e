import { createActor, fromCallback, fromPromise, waitFor } from 'xstate'
import type { App } from '../app.ts'
import { type CrewSession, signOutEmployee } from '../contract/crew.ts'
import {
  endTablet,
  extendTabletSession,
  readTablet,
  startTablet,
  type TabletAccess,
  unlockTablet,
} from '../contract/tablet.ts'
import { assertPresent, fromCall } from '../lib/from-call.ts'
import { storageKeys } from '../lib/keys.ts'
import { employeeLimits } from '../policy/employee-limits.ts'
import { provideReading } from '../realtime/create-reading.ts'
import { onReturn } from '../realtime/hints.ts'
import type { OutboxActor } from './outbox.machine.ts'
import { nextAct } from './outbox.ts'
import { toAccount } from './session.ts'
import { type TabletActor, tabletMachine } from './tablet.machine.ts'
import { readTabletAccess, saveTabletAccess, type TabletEvent, type UnlockInput } from './tablet.ts'

/** Writes of the last tap are this far apart. */
const useIntervalMs = 1_000

type TabletApp = Pick<App, 'api' | 'auth' | 'clock' | 'options' | 'platform'>

/** The shared tablet that this device may be. Created, not started. */
export function createTablet(app: TabletApp, outbox: OutboxActor): TabletActor {
  const { api, auth, clock, platform, options } = app
  const { storage } = platform
  const account = () => auth.getSnapshot().context.account
  const employeeId = () => account()?.uin ?? null
  const lastUseAt = () => Number(storage.get(storageKeys.tabletUse))
  const setUse = () => storage.set(storageKeys.tabletUse, String(clock.now()))
  const tablet: TabletActor = createActor(
    tabletMachine.provide({
      actors: {
        reading: provideReading(
          (listener) => onReturn(platform, listener),
          (signal) => api.call(readTablet, { body: { tablet: accessOf(tablet).token } }, { signal }),
        ),
        watchDevice: fromCallback<TabletEvent>(({ sendBack }) => {
          const followed = auth.subscribe(() => {
            if (tablet.getSnapshot().context.employeeId !== employeeId())
              sendBack({ type: 'employee.changed', employeeId: employeeId() })
          })
          const stops = [
            platform.onReturn(() => sendBack({ type: 'device.returned' })),
            storage.subscribe((key) => {
              if (key === storageKeys.tablet)
                sendBack({ type: 'tablet.found', access: readTabletAccess(storage) })
              if (key === storageKeys.tabletUse && lastUseAt() === 0) sendBack({ type: 'device.returned' })
            }),
          ]
          return () => {
            followed.unsubscribe()
            for (const stop of stops) stop()
          }
        }),
        watchUse: fromCallback<TabletEvent>(() => {
          let reportedAt = 0
          return platform.onUse?.(() => {
            const now = clock.now()
            if (now - lastUseAt() > useIntervalMs) setUse()
            if (now - reportedAt < employeeLimits.tabletReportSeconds * 1_000) return
            reportedAt = now
            void api.call(extendTabletSession, { body: {} }).then((answer) => {
              if (!answer.ok) reportedAt = 0
            })
          })
        }),
        startTablet: fromCall<TabletAccess>(({ signal }) => api.call(startTablet, { body: {} }, { signal })),
        sendActs: fromPromise<void>(async ({ signal }) => {
          outbox.send({ type: 'outbox.send' })
          await waitFor(
            outbox,
            (snapshot) =>
              nextAct(snapshot.context) === null ||
              snapshot.matches({ delivery: 'offline' }) ||
              snapshot.matches({ delivery: 'paused' }),
            { signal },
          )
        }),
        endTablet: fromCall<unknown, { deviceId: string }>(({ input: params, signal }) =>
          api.call(endTablet, { params, body: {} }, { signal }),
        ),
        checkPin: fromCall<CrewSession, UnlockInput>(({ input, signal }) => {
          const { token } = assertPresent(input.access, 'access')
          const body = { tablet: token, employeeId: input.employeeId, pin: input.pin }
          return api.call(unlockTablet, { body }, { signal })
        }),
      },
      actions: {
        useSession: (_, { session }) => {
          setUse()
          auth.send({ type: 'account.found', account: toAccount(session) })
        },
        // A reload doesn't unlock it again, and other tabs lock too.
        clearUse: () => storage.remove(storageKeys.tabletUse),
        // Unlike a sign-out, keeps the person's unsent entries, which only they can see.
        endSession: () => {
          const token = account()?.token
          if (!token) return
          auth.send({ type: 'account.removed' })
          const headers = { token: `Bearer ${token}` }
          void api.call(signOutEmployee, { body: {} }, { headers, keepalive: true })
        },
      },
    }),
    {
      input: { now: clock.now, lastUseAt, access: readTabletAccess(storage), employeeId: employeeId() },
      clock: platform.clock,
      inspect: options.inspect,
    },
  )
  let { access } = tablet.getSnapshot().context
  tablet.subscribe(({ context }) => {
    if (context.access === access) return
    access = context.access
    if (readTabletAccess(storage)?.token !== access?.token) saveTabletAccess(storage, access)
  })
  return tablet
}

const accessOf = (tablet: TabletActor): TabletAccess =>
  assertPresent(tablet.getSnapshot().context.access, 'access')
