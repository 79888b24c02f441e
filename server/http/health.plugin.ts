import { sql } from 'drizzle-orm'
import type { Services } from '../services.ts'
import { describeError } from './describe-error.ts'
import type { DomainPlugin } from './domain.ts'
import { type HealthClock, type HealthPart, watchPart } from './health-part.ts'

/** The size of a picture: a disk with less room is full. */
const probe = Buffer.alloc(256 * 1024)
const probeKey = 'health'

const partsOf = ({ db, fileStore }: Pick<Services, 'db' | 'fileStore'>): HealthPart[] => [
  { name: 'database', check: () => db.execute(sql`select 1`) },
  {
    name: 'files',
    async check() {
      await fileStore.write(probeKey, probe)
      await fileStore.remove(probeKey)
    },
  },
]

const wait = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds).unref())

/**
 * `/health`: 200 while every part is well, 503 with the names of those that are not. For load balancers, so without an
 * envelope.
 */
export const createHealthPlugin =
  (given: Partial<Pick<HealthClock, 'wait'>> = {}): DomainPlugin =>
  (app, services) => {
    const clock = { now: services.now, wait, ...given }
    const parts = partsOf(services).map((part) => ({
      name: part.name,
      isWell: watchPart(part, clock, (error) =>
        app.log.error({ part: part.name, ...describeError(error) }, 'not well'),
      ),
    }))
    app.get('/health', async (_request, reply) => {
      const answers = await Promise.all(parts.map(({ isWell }) => isWell()))
      const unwell = parts.filter((_, index) => !answers[index]).map(({ name }) => name)
      return reply
        .status(unwell.length === 0 ? 200 : 503)
        .header('cache-control', 'no-store')
        .send(unwell.length === 0 ? { status: 'ok' } : { status: 'unavailable', unwell })
    })
  }

export const healthPlugin = createHealthPlugin()
