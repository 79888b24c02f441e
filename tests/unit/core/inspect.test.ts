import { selectIsEnteringCode, selectIsEnteringPhone } from '@handsfree/core/auth'
import { expect, it } from 'vitest'
import type { AnyActorRef, InspectionEvent } from 'xstate'
import { appOn, FakePlatform, FakeServer, soon } from './fake-platform.ts'

it.each(['function', 'observer'])(
  'masks tokens, codes and phone numbers for an inspector: %s',
  async (kind) => {
    const lines: string[] = []
    const actors = new Map<string, AnyActorRef>()
    const next = (inspected: InspectionEvent) => {
      actors.set(inspected.actorRef.sessionId, inspected.actorRef as AnyActorRef)
      lines.push(JSON.stringify(inspected))
    }
    const app = appOn(new FakePlatform(new FakeServer()), { inspect: kind === 'function' ? next : { next } })
    app.start()
    const { auth } = app
    auth.send({ type: 'auth.begin' })
    await soon(() => expect(selectIsEnteringPhone(auth.getSnapshot())).toBe(true))
    auth.send({ type: 'phone.change', phone: { dialCode: '86', phoneNumber: '13800138000' } })
    auth.send({ type: 'code.request' })
    await soon(() => expect(selectIsEnteringCode(auth.getSnapshot())).toBe(true))
    auth.send({ type: 'code.change', code: '246810' })
    await soon(() => expect(auth.getSnapshot().matches('signedIn')).toBe(true))
    lines.push(...[...actors.values()].map((actor) => JSON.stringify([actor, actor.getSnapshot()])))
    app.stop()
    expect(lines.some((line) => line.includes('phone.change'))).toBe(true)
    for (const secret of ['13800138000', '246810', 'token-1'])
      expect(
        lines.filter((line) => line.includes(secret)),
        secret,
      ).toEqual([])
  },
)
