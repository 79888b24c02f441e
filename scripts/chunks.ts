import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** A shared piece of the web without Base UI or a QR encoder under it, or its styles. */
function isLight(id: string): boolean {
  if (!/[\\/]web[\\/](?:app|ui)[\\/](?!index|illustrations)\w+\./.test(id)) return false
  const source = id.replace(/\.module\.css.*$/, '.tsx')
  return existsSync(source) && !/from '(?:@base-ui|uqr)/.test(readFileSync(source, 'utf8'))
}

const home = new URL('../web/screens/home/', import.meta.url)
/** Names of what home takes from the icon library, such as `ScanQrCode`. */
const homeIcons = readdirSync(home).flatMap((file) => {
  if (!file.endsWith('.tsx')) return []
  const source = readFileSync(new URL(file, home), 'utf8')
  return /\{([^}]+)\} from 'lucide-react'/.exec(source)?.[1]?.match(/\b[A-Z]\w+/g) ?? []
})
const homeIconFiles = new Set(
  homeIcons.map((name) => name.replace(/(?<=[a-z])(?=[A-Z\d])/g, '-').toLowerCase()),
)
/** An icon is a few lines, which compress to a third when they stand together. */
function isHomeIcon(id: string): boolean {
  const file = /lucide-react.*[\\/]icons[\\/]([\w-]+)\./.exec(id)?.[1]
  return file !== undefined && homeIconFiles.has(file)
}

/**
 * All that the page itself needs is one file, and so are the light pieces that most screens share: they compress
 * best that way, and a screen asks for few files. What stands on Base UI stays with the screens that show it. The service
 * worker is a file of its own, by itself.
 */
export const groups = [
  { name: 'frame', tags: ['$initial' as const], test: (id: string) => !id.includes('service-worker') },
  { name: 'kit', test: (id: string) => isLight(id) || isHomeIcon(id) },
]
