import { afterAll, beforeAll, beforeEach } from 'vitest'
import { startServer, type TestServer } from './harness.ts'
import { newTraveller, type TestTraveller } from './trip.ts'

/** A server for all tests of a file. It exists in hooks and tests, but not while the file is imported. */
export function useServer(...given: Parameters<typeof startServer>): TestServer {
  const server = {} as TestServer
  beforeAll(async () => {
    Object.assign(server, await startServer(...given))
  })
  afterAll(() => server.close?.())
  return server
}

/** A traveller for all tests of a file, with an account on its server. */
export function useTraveller(...given: Parameters<typeof newTraveller>): TestTraveller {
  const traveller = {} as TestTraveller
  beforeAll(async () => {
    Object.assign(traveller, await newTraveller(...given))
  })
  return traveller
}

/**
 * A new traveller for each test of a file. Each test starts on Saturday at 10:00 in Shanghai, one day before the pickup.
 */
export function useNewTraveller(server: TestServer): TestTraveller {
  const traveller = {} as TestTraveller
  beforeEach(async () => {
    server.clock.set('2026-11-21T02:00:00.000Z')
    Object.assign(traveller, await newTraveller(server))
  })
  return traveller
}
