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

/** Whether a module's path goes through one of these; an ending is left out. */
const through =
  (...parts: string[]) =>
  (id: string): boolean =>
    parts.some((part) => id.replaceAll('\\', '/').includes(`/${part}`))

/** What the app's own calls need, the first thing that it loads for a traveller who is signed in. */
const isCalling = through(
  ...['valibot/', 'ofetch/', 'destr/', 'ufo/'].map((library) => `node_modules/${library}`),
  ...['calling', 'send', 'path', 'error-codes', 'failure', 'account-calls'].map(
    (file) => `core/api/${file}.`,
  ),
  ...['call', 'common', 'user', 'notification'].map((file) => `core/api/contract/${file}.`),
)

/** Reading, formats and words: small modules, several of which every page but home needs. */
const isCommon = through(
  ...[
    'api',
    'auth',
    'clock',
    'contact',
    'format',
    'policy',
    'profile',
    'reading',
    'storage',
    'text',
    'words',
  ].map((folder) => `core/${folder}/`),
  ...['clock', 'errors', 'format', 'info', 'reading'].map((folder) => `web/${folder}/`),
  'core/realtime/hints.',
  'node_modules/dayjs/',
  'node_modules/lucide-react/',
)

/** Text fields with what they need of Base UI. */
const isControl = through(
  'web/ui/Field.',
  'node_modules/@base-ui/utils/',
  ...['field', 'form', 'input', 'internals', 'labelable-provider', 'utils'].map(
    (folder) => `node_modules/@base-ui/react/${folder}/`,
  ),
)

const isPlacing = through(
  ...['create-placement', 'placement'].map((file) => `core/order/${file}`),
  ...['follow-placement', 'usePlacement', 'Placement', 'PlaceMissing', 'PlacedElsewhere'].map(
    (file) => `web/order/${file}`,
  ),
)
/** Orders and their places, which lists and the screens around an order share. */
const isOrder = through('core/order/', 'core/site/', 'web/order/')

/**
 * A handful of files, for each is a round trip where the line is slow. All that the page itself needs is one, and so
 * are the light pieces that home shows: they compress best that way. What several other screens share is in a few files
 * by subject, so no visitor of home waits for them; a group takes what its modules import, so the ones that others
 * stand on come first. What one screen alone needs stays with it. The service worker is a file of its own.
 */
export const groups = [
  { name: 'frame', tags: ['$initial' as const], test: (id: string) => !id.includes('service-worker') },
  { name: 'kit', test: (id: string) => isHomePiece(id) || isHomeIcon(id) || isHomeShare(id) },
  { name: 'calls', test: isCalling },
  { name: 'phone-metadata', test: through('node_modules/libphonenumber-js/') },
  { name: 'parts', test: (id: string) => isLight(id) || isCommon(id), minShareCount: 2 },
  { name: 'controls', test: isControl, minShareCount: 2 },
  {
    name: 'widgets',
    test: through('node_modules/@base-ui/', 'node_modules/@floating-ui/'),
    minShareCount: 2,
  },
  { name: 'phone', test: through('core/phone/', 'web/phone/'), minShareCount: 2 },
  { name: 'photo', test: through('core/photo/', 'web/photo/'), minShareCount: 2 },
  { name: 'order', test: (id: string) => isOrder(id) && !isPlacing(id), minShareCount: 2 },
  { name: 'payment', test: through('core/payment/', 'web/payment/', 'web/ui/Sheet.'), minShareCount: 2 },
  { name: 'placing', test: isPlacing, minShareCount: 2 },
]
