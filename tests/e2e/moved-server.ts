import { startServer, type TestServer } from '../server/harness.ts'
import { test as base } from './own-address.ts'

type World = {
  server: TestServer
  /** Sets the time of the server and the phone. Their clocks stand still in between. */
  moveTo: (time: string) => Promise<void>
}

/** Playwright's `test` with its own demo server, whose clock starts on a Saturday at 10:00 in Shanghai. */
export const test = base.extend<World>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
    async ({}, use) => {
      const server = await startServer({}, { listens: true })
      await use(server)
      await server.close()
    },
    { scope: 'test', timeout: 60_000 },
  ],
  baseURL: ({ server }, use) => use(`http://127.0.0.1:${server.port}`),
  moveTo: async ({ server, page }, use) => {
    const moveTo = async (time: string) => {
      server.clock.set(time)
      await page.clock.setFixedTime(time)
    }
    await moveTo(server.services.now().toISOString())
    await use(moveTo)
  },
})
