import { rmSync } from 'node:fs'
import { expect, test } from 'vitest'
import { requireBuilt } from '../../../tools/builds.ts'
import { freePort, ManagedProcess } from '../../../tools/built-server.ts'
import { newDataFolder } from '../../../tools/data-folder.ts'

test.skipIf(process.platform !== 'linux')('continues while the disk of its log is full', async () => {
  requireBuilt('server', 'web')
  const port = await freePort()
  const url = `http://localhost:${port}`
  const folder = newDataFolder()
  const logging = new ManagedProcess({
    health: `${url}/ready`,
    program: 'sh',
    args: ['-c', 'exec "$0" server/dist/main.js > /dev/full', process.execPath],
    env: { HANDSFREE_DATA: folder, PORT: String(port), HANDSFREE_AUTOPILOT: 'off', LOG_LEVEL: 'info' },
  })
  try {
    await logging.start()
    for (let asked = 0; asked < 20; asked++) expect((await fetch(`${url}/api/sites`)).status).toBe(200)
    expect((await logging.end('SIGTERM')).code).toBe(0)
  } finally {
    await logging.end('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
})
