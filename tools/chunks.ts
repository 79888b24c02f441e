import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** A shared piece of the web without Base UI or a QR encoder under it, or its styles. */
function isLight(id: string): boolean {
  if (!/[\\/]web[\\/](?:app|ui)[\\/](?!index|illustrations)\w+\./.test(id)) return false
  const source = id.replace(/\.module\.css.*$/, '.tsx')
  return existsSync(source) && !/from '(?:@base-ui|uqr)/.test(readFileSync(source, 'utf8'))
}

const home = new URL('../web/screens/home/', import.meta.url)
const homeSources = readdirSync(home).flatMap((file) =>
  file.endsWith('.tsx') ? readFileSync(new URL(file, home), 'utf8') : [],
)
/** Names that home imports from a module, such as `ScanQrCode` of the icon library. */
const homeImports = (module: RegExp): string[] =>
  homeSources.flatMap((source) =>
    [...source.matchAll(new RegExp(`\\{([^}]+)\\} from '${module.source}'`, 'g'))].flatMap(
      ([, names]) => names?.match(/\b[A-Za-z]\w+/g) ?? [],
    ),
  )
const homeIcons = homeImports(/lucide-react/)
const homeIconFiles = new Set(
  homeIcons.map((name) => name.replace(/(?<=[a-z])(?=[A-Z\d])/g, '-').toLowerCase()),
)
/** An icon is a few lines, which compress to a third in one file. */
function isHomeIcon(id: string): boolean {
  const file = /lucide-react.*[\\/]icons[\\/]([\w-]+)\./.exec(id)?.[1]
  return file !== undefined && homeIconFiles.has(file)
}

const homePieces = new Set([
  ...homeImports(/\.\.\/\.\.\/ui\/index\.ts/),
  ...homeImports(/\.\.\/\.\.\/app\/\w+\.tsx?/),
])
/** A light piece that home shows, so every visitor loads it. */
const isHomePiece = (id: string): boolean =>
  isLight(id) && homePieces.has(/(\w+)(?:\.module)?\.\w+(?:\?.*)?$/.exec(id)?.[1] ?? '')

/** What home shares with other screens: as files of their own they cost more than they hold. */
const isHomeShare = (id: string): boolean =>
  /[\\/](?:core[\\/]order[\\/]last-qr-id|web[\\/]info[\\/]services)\.ts$/.test(id) ||
  /[\\/]screens[\\/]home[\\/]Home\.module\.css/.test(id) ||
  /lucide-react.*[\\/]icons[\\/]luggage\./.test(id)

/** What the app's own calls need, the first thing that it loads for a traveller who is signed in. */
const isCalling = (id: string): boolean =>
  /[\\/]node_modules[\\/](?:valibot|ofetch|destr|ufo)[\\/]/.test(id) ||
  /[\\/]core[\\/]api[\\/](?:calling|send|path|error-codes|failure|account-calls)\.ts$/.test(id) ||
  /[\\/]core[\\/]api[\\/]contract[\\/](?:call|common|user|notification)\.ts$/.test(id)

/**
 * All that the page itself needs is one file, and so are the light pieces that home shows: they compress best that way.
 * The light pieces that only other screens share are a second file, so no visitor of home waits for them, nor for what
 * makes calls, which is a third. What stands on Base UI stays with the screens that show it. The service worker is a
 * file of its own, by itself.
 */
export const groups = [
  { name: 'frame', tags: ['$initial' as const], test: (id: string) => !id.includes('service-worker') },
  { name: 'kit', test: (id: string) => isHomePiece(id) || isHomeIcon(id) || isHomeShare(id) },
  { name: 'parts', test: isLight },
  { name: 'calls', test: isCalling },
]
