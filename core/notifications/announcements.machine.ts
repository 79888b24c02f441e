import { type ActorRefFrom, assign, fromCallback, setup } from 'xstate'
import type { Announcement } from '../contract/announcement.ts'
import { notProvided } from '../lib/not-provided.ts'
import { type ReadingUpdate, readingMachine } from '../lib/reading.machine.ts'

export type AnnouncementsInput = {
  /** Server-rendered, or stored by an earlier visit. */
  announced: readonly Announcement[]
  /** Whether `announced` needs no refetch. */
  isFresh: boolean
  dismissed: readonly string[]
  /** Milliseconds since 1970. */
  now: () => number
}

export type AnnouncementsEvent =
  | ReadingUpdate<readonly Announcement[]>
  | { type: 'announcement.dismiss'; announcementId: string }
  /** In another tab. */
  | { type: 'announcements.dismissed'; dismissed: readonly string[] }

export type AnnouncementsContext = AnnouncementsInput

const day = 86_400_000

const endOf = ({ until }: Announcement): number =>
  until === null ? Number.POSITIVE_INFINITY : Date.parse(until)

/** Announcements not dismissed on this device. */
export const visibleAnnouncements = ({
  announced,
  dismissed,
}: Pick<AnnouncementsInput, 'announced' | 'dismissed'>) =>
  announced.filter(({ announcementId }) => !dismissed.includes(announcementId))

/** Announcements of a page, shown until they end or are dismissed on this device. */
export const announcementsMachine = setup({
  types: {
    input: {} as AnnouncementsInput,
    context: {} as AnnouncementsContext,
    events: {} as AnnouncementsEvent,
  },
  actors: {
    reading: readingMachine,
    dismissals: fromCallback<AnnouncementsEvent>(notProvided('announcements', 'dismissals')),
  },
  actions: {
    setAnnounced: assign((_, { announced }: { announced: readonly Announcement[] }) => ({ announced })),
    dismiss: assign(({ context }, { announcementId }: { announcementId: string }) => ({
      dismissed: [...context.dismissed.filter((id) => id !== announcementId), announcementId],
    })),
    setDismissed: assign((_, { dismissed }: { dismissed: readonly string[] }) => ({ dismissed })),
    dropEnded: assign(({ context: { announced, now } }) => ({
      announced: announced.filter((one) => endOf(one) > now()),
    })),
  },
  guards: {
    hasNone: ({ context }) => visibleAnnouncements(context).length === 0,
  },
  delays: {
    // Timers overflow after 24.8 days and would fire immediately.
    nextEnd: ({ context }) => {
      const left = Math.min(...context.announced.map(endOf)) - context.now()
      return Math.max(0, Math.min(left, day))
    },
  },
}).createMachine({
  id: 'announcements',
  context: ({ input }) => input,
  invoke: [
    {
      id: 'reading',
      src: 'reading',
      input: ({ context, self }) => ({
        initialValue: context.announced,
        isFresh: context.isFresh,
        listener: self,
      }),
      onError: { description: 'The announcements keep their last value.' },
    },
    {
      id: 'dismissals',
      src: 'dismissals',
      onError: { description: 'Dismissals in other tabs show at the next visit.' },
    },
  ],
  initial: 'showing',
  on: {
    'reading.done': {
      target: '.showing',
      actions: { type: 'setAnnounced', params: ({ event }) => ({ announced: event.value }) },
    },
    'announcements.dismissed': {
      target: '.showing',
      actions: { type: 'setDismissed', params: ({ event }) => event },
    },
  },
  states: {
    showing: {
      always: { guard: 'hasNone', target: 'quiet' },
      after: {
        nextEnd: {
          target: 'showing',
          reenter: true,
          actions: 'dropEnded',
          description: 'An announcement ended, or a new day began.',
        },
      },
      on: {
        'announcement.dismiss': {
          target: 'showing',
          reenter: true,
          actions: { type: 'dismiss', params: ({ event }) => event },
        },
      },
    },
    quiet: { description: 'No announcements, or all were dismissed.' },
  },
})

export type AnnouncementsActor = ActorRefFrom<typeof announcementsMachine>
