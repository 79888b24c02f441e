import { type ActorRefFrom, assign, emit, fromCallback, fromPromise, setup } from 'xstate'
import type { CrewSession } from '../contract/crew.ts'
import type { TabletAccess, TabletPerson } from '../contract/tablet.ts'
import { notProvided } from '../lib/not-provided.ts'
import { readingMachine } from '../lib/reading.machine.ts'
import type { ScreenMeta } from '../lib/screen.ts'
import * as tablet from './tablet.ts'

/** A site's shared tablet. The device stays signed in to the site, and each person unlocks it with their PIN. */
export const tabletMachine = setup({
  types: {
    input: {} as tablet.TabletInput,
    context: {} as tablet.TabletContext,
    events: {} as tablet.TabletEvent,
    emitted: {} as tablet.TabletEmitted,
    meta: {} as ScreenMeta<tablet.TabletEvent>,
    tags: {} as 'busy' | 'locked',
  },
  actors: {
    reading: readingMachine,
    watchDevice: fromCallback<tablet.TabletEvent>(notProvided('tablet', 'watchDevice')),
    watchUse: fromCallback<tablet.TabletEvent>(notProvided('tablet', 'watchUse')),
    startTablet: fromPromise<TabletAccess>(notProvided('tablet', 'startTablet')),
    sendActs: fromPromise<void>(notProvided('tablet', 'sendActs')),
    endTablet: fromPromise<unknown, { deviceId: string }>(notProvided('tablet', 'endTablet')),
    checkPin: fromPromise<CrewSession, tablet.UnlockInput>(notProvided('tablet', 'checkPin')),
  },
  actions: {
    setEmployee: assign({ employeeId: (_, employeeId: string | null) => employeeId }),
    setAccess: assign({ access: (_, access: TabletAccess | null) => access }),
    clearAccess: assign({ access: null }),
    setPeople: assign({ people: (_, people: readonly TabletPerson[]) => people }),
    clearPeople: assign({ people: null }),
    refreshSnapshot: assign({}),
    setPerson: assign({ personId: (_, personId: string) => personId, problem: null }),
    clearEntry: assign({ personId: null, pin: '', problem: null }),
    setPin: assign({ pin: (_, text: string) => tablet.pinOf(text), problem: null }),
    clearPin: assign({ pin: '' }),
    setProblem: assign({ problem: (_, problem: tablet.TabletProblem) => problem }),
    clearProblem: assign({ problem: null }),
    emitGone: emit({ type: 'tablet.gone' }),
    useSession: (_, _params: { session: CrewSession }) => notProvided('tablet', 'useSession')(),
    endSession: notProvided('tablet', 'endSession'),
    clearUse: notProvided('tablet', 'clearUse'),
  },
  guards: {
    isTablet: ({ context }) => context.access !== null,
    isGiven: (_, access: TabletAccess | null) => access !== null,
    isSignedIn: ({ context }) => context.employeeId !== null,
    isNobody: (_, employeeId: string | null) => employeeId === null,
    isSomebody: (_, employeeId: string | null) => employeeId !== null,
    isIdle: ({ context }) => tablet.idleTimeMs(context) === 0,
    isListed: ({ context }, employeeId: string) =>
      context.people?.some((person) => person.employeeId === employeeId) ?? false,
    hasPersonLeft: ({ context: { personId } }, found: tablet.TabletPeople | undefined) =>
      personId !== null && !found?.people.some(({ employeeId }) => employeeId === personId),
    hasNobody: ({ context }) => context.people?.length === 0,
    isPinComplete: ({ context }) => context.pin.length === tablet.pinDigits,
    isGone: (_, { code }: tablet.TabletProblem) => code === 'tabletGone',
  },
  delays: {
    idleTime: ({ context }) => tablet.idleTimeMs(context),
    sendTime: 5_000,
  },
}).createMachine({
  id: 'tablet',
  meta: {
    page: '/crew/lock',
    title: 'crewTablet.title',
    systemEvents: ['tablet.found', 'employee.changed', 'device.returned'],
  },
  context: ({ input }) => ({ ...input, people: null, personId: null, pin: '', problem: null }),
  invoke: {
    id: 'watchDevice',
    src: 'watchDevice',
    onError: { description: 'Other tabs and sign-ins are noticed after a reload.' },
  },
  on: {
    'employee.changed': { actions: { type: 'setEmployee', params: ({ event }) => event.employeeId } },
  },
  initial: 'restoring',
  states: {
    restoring: {
      description: 'Goes on as the last visit ended.',
      always: [{ guard: 'isTablet', target: 'on' }, { target: 'off' }],
    },
    off: {
      description: 'A device of one person.',
      on: {
        'tablet.start': { guard: 'isSignedIn', target: 'starting', actions: 'clearProblem' },
        'tablet.found': {
          guard: { type: 'isGiven', params: ({ event }) => event.access },
          target: 'on',
          actions: [{ type: 'setAccess', params: ({ event }) => event.access }, 'clearProblem'],
        },
      },
    },
    starting: {
      tags: 'busy',
      invoke: {
        id: 'startTablet',
        src: 'startTablet',
        onDone: {
          target: 'on.locked',
          actions: [{ type: 'setAccess', params: ({ event }) => event.output }, 'endSession'],
        },
        onError: {
          target: 'off',
          actions: { type: 'setProblem', params: ({ event }) => tablet.tabletProblemOf(event.error) },
        },
      },
    },
    on: {
      on: {
        'tablet.found': [
          {
            guard: { type: 'isGiven', params: ({ event }) => event.access },
            actions: { type: 'setAccess', params: ({ event }) => event.access },
          },
          { target: 'off', actions: 'clearAccess' },
        ],
      },
      initial: 'deciding',
      states: {
        deciding: { always: [{ guard: 'isSignedIn', target: 'unlocked' }, { target: 'locked' }] },
        unlocked: {
          description: 'One person works. Without a tap, the PIN is asked again.',
          invoke: {
            id: 'watchUse',
            src: 'watchUse',
            onError: { description: 'The tablet locks after the time since the last tap it knows.' },
          },
          exit: 'clearProblem',
          always: { guard: 'isIdle', target: 'leaving' },
          on: {
            'tablet.lock': { target: 'leaving', actions: 'clearUse' },
            'tablet.end': { target: 'ending' },
            'device.returned': { target: 'unlocked', reenter: true },
            'employee.changed': {
              guard: { type: 'isNobody', params: ({ event }) => event.employeeId },
              target: 'locked',
              actions: { type: 'setEmployee', params: ({ event }) => event.employeeId },
              description: 'The server has ended the session, or another tab has locked the tablet.',
            },
          },
          after: { idleTime: { target: 'unlocked', reenter: true } },
        },
        leaving: {
          description: 'Locked for people, while the last acts are sent. Others wait for their person.',
          tags: 'locked',
          invoke: {
            id: 'sendActs',
            src: 'sendActs',
            onDone: { target: 'locked', actions: 'endSession' },
            onError: { target: 'locked', actions: 'endSession' },
          },
          after: { sendTime: { target: 'locked', actions: 'endSession' } },
        },
        ending: {
          tags: 'busy',
          invoke: {
            id: 'endTablet',
            src: 'endTablet',
            input: ({ context }) => ({ deviceId: context.access?.deviceId ?? '' }),
            onDone: { target: '#tablet.off', actions: ['clearAccess', 'endSession'] },
            onError: {
              target: 'deciding',
              actions: { type: 'setProblem', params: ({ event }) => tablet.tabletProblemOf(event.error) },
            },
          },
        },
        locked: {
          tags: 'locked',
          invoke: {
            id: 'reading',
            src: 'reading',
            input: ({ self }) => ({ initialValue: null, isFresh: false, listener: self }),
            onError: { description: 'The page keeps the last list.' },
          },
          exit: ['clearPeople', 'clearEntry'],
          initial: 'choosing',
          on: {
            'reading.done': [
              {
                guard: { type: 'hasPersonLeft', params: ({ event }) => event.value },
                target: '.choosing',
                actions: [{ type: 'setPeople', params: ({ event }) => event.value.people }, 'clearEntry'],
                description: 'Their PIN was removed, or they have left the site.',
              },
              { actions: { type: 'setPeople', params: ({ event }) => event.value.people } },
            ],
            'reading.changed': { actions: 'refreshSnapshot' },
            'reading.gone': { target: '#tablet.off', actions: ['clearAccess', 'emitGone'] },
            'employee.changed': {
              guard: { type: 'isSomebody', params: ({ event }) => event.employeeId },
              target: 'unlocked',
              actions: { type: 'setEmployee', params: ({ event }) => event.employeeId },
              description: 'The PIN was right, here or in another tab.',
            },
          },
          states: {
            choosing: {
              on: {
                'person.choose': {
                  guard: { type: 'isListed', params: ({ event }) => event.employeeId },
                  target: 'typing',
                  actions: { type: 'setPerson', params: ({ event }) => event.employeeId },
                },
                'tablet.leave': { guard: 'hasNobody', target: '#tablet.off', actions: 'clearAccess' },
              },
            },
            typing: {
              on: {
                'person.drop': { target: 'choosing', actions: 'clearEntry' },
                'pin.change': { actions: { type: 'setPin', params: ({ event }) => event.pin } },
                'pin.submit': [
                  { guard: 'isPinComplete', target: 'checking', actions: 'clearProblem' },
                  { actions: { type: 'setProblem', params: { code: 'pinIncomplete' } } },
                ],
              },
            },
            checking: {
              tags: 'busy',
              invoke: {
                id: 'checkPin',
                src: 'checkPin',
                input: ({ context: { access, personId, pin } }) => ({
                  access,
                  employeeId: personId ?? '',
                  pin,
                }),
                onDone: {
                  target: 'done',
                  actions: { type: 'useSession', params: ({ event }) => ({ session: event.output }) },
                },
                onError: [
                  {
                    guard: { type: 'isGone', params: ({ event }) => tablet.tabletProblemOf(event.error) },
                    target: '#tablet.off',
                    actions: ['clearAccess', 'emitGone'],
                  },
                  {
                    target: 'typing',
                    actions: [
                      'clearPin',
                      { type: 'setProblem', params: ({ event }) => tablet.tabletProblemOf(event.error) },
                    ],
                  },
                ],
              },
            },
            done: { description: 'The session is being taken over.', tags: 'busy' },
          },
        },
      },
    },
  },
})

export type TabletActor = ActorRefFrom<typeof tabletMachine>
