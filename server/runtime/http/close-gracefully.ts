import type { Server } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { socketsRead, systemClock, wait } from '../clock.ts'

/** Milliseconds for running requests during a stop (docs/security.md). */
const graceMs = 5_000
const sweepMs = 50

/** Closing the listener resets connections in the kernel's backlog, so first accept until no new ones arrive. */
const quietMs = 100
const maxRounds = 10

async function acceptPendingConnections(server: Server): Promise<void> {
  let connections = 0
  const count = () => {
    connections++
  }
  server.on('connection', count)
  for (let round = 0, known = -1; round < maxRounds && connections > known; round++) {
    known = connections
    await wait(systemClock, quietMs)
    await socketsRead()
  }
  server.off('connection', count)
}

/**
 * Drains the backlog, stops accepting and waits for running requests. Cuts the rest after 5 s: half-sent requests and
 * clients that never read would block forever.
 */
export async function closeGracefully(app: FastifyInstance, grace = graceMs): Promise<void> {
  const { server } = app
  await acceptPendingConnections(server)
  // Connections that were busy at the close become idle later, and Node doesn't close those.
  const stopSweep = systemClock.every(sweepMs, () => server.closeIdleConnections())
  const cancelCut = systemClock.after(grace, () => server.closeAllConnections())
  try {
    await app.close()
  } finally {
    stopSweep()
    cancelCut()
  }
}
