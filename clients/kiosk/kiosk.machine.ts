import { policy } from '@handsfree/core/client'
import type { ScreenMeta } from '@handsfree/core/lib'
import type { EventLabels } from '@handsfree/core/screens'
import { type ActorRefFrom, assign, emit, raise, setup } from 'xstate'

type SystemEvent = { type: 'screen.touch' | 'person.left' }
type KioskEvent =
  | SystemEvent
  | { type: 'bags.remove' | 'bags.add' | 'phone.open' | 'phone.close' | 'visit.end' }

export const kioskLabels: EventLabels = {
  buttons: {
    'bags.remove': 'orderForm.fewerPieces',
    'bags.add': 'orderForm.morePieces',
    'phone.close': 'common.back',
    'phone.open': 'kiosk.phone',
    'visit.end': 'kiosk.done',
  },
}

export const idleSeconds = 60

export const kioskMachine = setup({
  types: {
    context: {} as { pieces: number },
    events: {} as KioskEvent,
    meta: {} as ScreenMeta<KioskEvent>,
    emitted: {} as { type: 'visit.ended' },
  },
  actions: {
    changePieces: assign({ pieces: ({ context }, by: number) => context.pieces + by }),
    resetPieces: assign({ pieces: policy.minPieces }),
    announceEnd: emit({ type: 'visit.ended' }),
    leave: raise({ type: 'person.left' }),
  },
  guards: {
    mayRemove: ({ context }) => context.pieces > policy.minPieces,
    mayAdd: ({ context }) => context.pieces < policy.maxPieces,
  },
  delays: { idle: idleSeconds * 1000 },
}).createMachine({
  id: 'kiosk',
  type: 'parallel',
  meta: { page: '/kiosk', title: 'kiosk.title', systemEvents: ['screen.touch', 'person.left'] },
  context: { pieces: policy.minPieces },
  states: {
    screen: {
      initial: 'place',
      on: { 'person.left': { target: '.place', actions: ['resetPieces', 'announceEnd'] } },
      states: {
        place: {
          on: {
            'bags.remove': { guard: 'mayRemove', actions: { type: 'changePieces', params: -1 } },
            'bags.add': { guard: 'mayAdd', actions: { type: 'changePieces', params: 1 } },
            'phone.open': { target: 'phone' },
          },
        },
        phone: {
          meta: { title: 'kiosk.phone' },
          on: { 'phone.close': { target: 'place' }, 'visit.end': { actions: 'leave' } },
        },
      },
    },
    person: {
      initial: 'expected',
      states: {
        expected: {
          description:
            'Without a touch, each minute ends the visit of whoever was there, and refreshes the place.',
          on: { 'screen.touch': { target: 'expected', reenter: true } },
          after: { idle: { target: 'expected', reenter: true, actions: 'leave' } },
        },
      },
    },
  },
})

export type KioskActor = ActorRefFrom<typeof kioskMachine>
