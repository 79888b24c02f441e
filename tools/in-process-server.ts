import { rmSync } from 'node:fs'
import { readSettings } from '../server/runtime/settings/settings.ts'
import { startServer } from '../server/start.ts'
import { newDataFolder } from './data-folder.ts'

/** A demo server in this process, on a free port with an empty data folder. The autopilot acts once a second. */
export async function startInProcessServer(env: Record<string, string> = {}) {
  const folder = newDataFolder()
  const server = await startServer(readSettings({ PORT: '0', HANDSFREE_DATA: folder, ...env }), { pace: 0 })
  const stop = async () => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return { url: `http://localhost:${server.port}`, stop }
}
