import { lanAddress } from './lan-address.ts'
import type { Settings } from './settings.ts'

/** Where links in messages lead: `PUBLIC_URL`, in the demo this machine in its network; null without either. */
export const publicOrigin = ({ publicUrl, demo, port }: Pick<Settings, 'publicUrl' | 'demo' | 'port'>) =>
  publicUrl ?? (demo ? `http://${lanAddress() ?? 'localhost'}:${port}` : null)
