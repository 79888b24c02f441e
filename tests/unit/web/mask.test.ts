import { mask } from '@handsfree/core/lib'
import { expect, test } from 'vitest'

test('masks tokens, codes and phone numbers anywhere in a snapshot', () => {
  const snapshot = {
    status: 'active',
    value: { signedOut: { code: { entry: 'typing', countdown: 'ticking' } } },
    context: {
      phone: { dialCode: '86', phoneNumber: '13812342046' },
      code: '409123',
      sentTo: '8613812342046',
      demoCode: '409123',
      account: { token: 'f3Zk9w', uin: 'u1' },
      profile: { phone: '13812342046', name: 'Lin', email: 'lin@example.com', dialCode: '86' },
      problem: { code: 'wrongCode', triesLeft: 2 },
      resendAt: 1_795_225_308_244,
      pickupTime: '2026-11-22T10:00:00+08:00',
      remarks: 'Call +86 138 1234 2046 first',
      now: () => 5,
    },
    children: { signIn: { snapshot: { output: { ok: true, value: { token: 'f3Zk9w' } } } } },
  }
  expect(mask(snapshot)).toEqual({
    status: 'active',
    value: { signedOut: { code: { entry: 'typing', countdown: 'ticking' } } },
    context: {
      phone: { dialCode: '86', phoneNumber: '•••' },
      code: '•••',
      sentTo: '•••',
      demoCode: '•••',
      account: { token: '•••', uin: 'u1' },
      profile: { phone: '•••', name: 'Lin', email: '•••', dialCode: '86' },
      problem: { code: 'wrongCode', triesLeft: 2 },
      resendAt: 1_795_225_308_244,
      pickupTime: '2026-11-22T10:00:00+08:00',
      remarks: 'Call ••• first',
      now: undefined,
    },
    children: { signIn: { snapshot: { output: { ok: true, value: { token: '•••' } } } } },
  })
})

test('masks secrets in events', () => {
  expect(mask({ type: 'code.change', code: '40' })).toEqual({ type: 'code.change', code: '•••' })
  expect(mask({ type: 'broker.hinted', hint: { code: 0 } })).toEqual({
    type: 'broker.hinted',
    hint: { code: 0 },
  })
  expect(mask({ headers: { token: 'Bearer abc' }, mqttPassword: 'p', note: `x ${'a'.repeat(43)}` })).toEqual({
    headers: { token: '•••' },
    mqttPassword: '•••',
    note: 'x •••',
  })
})

test('masks secrets in the result of toJSON', () => {
  const actor = { toJSON: () => ({ xstate$$type: 1, id: 'x:1', context: { code: '123456' } }) }
  expect(mask({ ref: actor, at: new Date(0) })).toEqual({
    ref: { xstate$$type: 1, id: 'x:1', context: { code: '•••' } },
    at: '1970-01-01T00:00:00.000Z',
  })
})

test('leaves cycles and image data out of a masked value', () => {
  const parent: Record<string, unknown> = { name: 'parent', photo: new Blob(['x'], { type: 'image/png' }) }
  parent.child = { parent }
  expect(mask(parent)).toEqual({ name: 'parent', photo: 'image/png, 1 bytes', child: { parent: undefined } })
})
