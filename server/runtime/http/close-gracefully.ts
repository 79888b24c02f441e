import type { Server } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { socketsRead, systemClock, wait } from '../clock.ts'

/** Milliseconds for running requests once the server stops (docs/security.md). */
const graceMs = 5_000
const sweepMs = 50

/**
 * A server that stops accepting resets what waits in the kernel's queue, so it first accepts until nothing new comes.
 */
const quietMs = 100
const longestWait = 10

async function acceptWhatWaits(server: Server): Promise<void> {
  let connections = 0
  const count = () => {
    connections++
  }
  server.on('connection', count)
  for (let round = 0, known = -1; round < longestWait && connections > known; round++) {
    known = connections
    await wait(systemClock, quietMs)
    await socketsRead()
  }
  server.off('connection', count)
}

/**
 * Accepts what is already waiting and then no more, lets running requests finish, closes connections as they become
 * idle, and cuts the rest after 5 s: a half-sent request or a client that never reads would hold the server for ever.
 */
export async function closeGracefully(app: FastifyInstance, grace = graceMs): Promise<void> {
  const { server } = app
  await acceptWhatWaits(server)
  // A connection that was busy when the server closed becomes idle later, and nothing else closes it then.
  const stopSweep = systemClock.every(sweepMs, () => server.closeIdleConnections())
  const cancelCut = systemClock.after(grace, () => server.closeAllConnections())
  try {
    await app.close()
  } finally {
    stopSweep()
    cancelCut()
  }
}
