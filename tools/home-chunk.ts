import { existsSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { readModule } from './read-module.ts'

/** What sheets, dialogs and form fields are made of, which home shows at no first sight. */
const heavyPieces =
  /[\\/](?:index|illustrations|Modal|inert-behind|swipe-down|Stepper|usePressAndHold|field-context)\./
const heavyImports = ['@base-ui', 'uqr', './Modal', './Field.', './field-context']

/** A shared piece of the web that imports none of those and no QR encoder, or its styles. */
export function isLight(id: string): boolean {
  if (!/[\\/]web[\\/](?:app|ui)[\\/][\w-]+\./.test(id) || heavyPieces.test(id)) return false
  const source = id.replace(/\.module\.css.*$/, '.tsx')
  if (!existsSync(source)) return false
  return !readModule(source).imports.some(({ from }) => heavyImports.some((heavy) => from.startsWith(heavy)))
}

const home = fileURLToPath(new URL('../web/screens/home/', import.meta.url))
const homeSourceImports = readdirSync(home)
  .filter((file) => file.endsWith('.tsx'))
  .flatMap((file) => readModule(home + file).imports)
/** Names that home imports from modules, such as `ScanQrCode` of the icon library. */
const homeImports = (...modules: string[]): string[] =>
  homeSourceImports.flatMap(({ from, names }) =>
    modules.some((module) => from.startsWith(module)) ? names : [],
  )

const homeIcons = homeImports('lucide-react')
const homeIconFiles = new Set(
  homeIcons.map((name) => name.replace(/(?<=[a-z])(?=[A-Z\d])/g, '-').toLowerCase()),
)
/** An icon is a few lines, which compress to a third in one file. */
export function isHomeIcon(id: string): boolean {
  const file = /lucide-react.*[\\/]icons[\\/]([\w-]+)\./.exec(id)?.[1]
  return file !== undefined && homeIconFiles.has(file)
}

const homePieces = new Set(homeImports('../../ui/index.ts', '../../app/'))
/** A light piece that home shows, so every visitor loads it. */
export const isHomePiece = (id: string): boolean =>
  isLight(id) && homePieces.has(/(\w+)(?:\.module)?\.\w+(?:\?.*)?$/.exec(id)?.[1] ?? '')

/** What home shares with other screens: as files of their own they cost more than they hold. */
export const isHomeShare = (id: string): boolean =>
  /[\\/](?:core[\\/](?:order[\\/]last-qr-id|words[\\/]promise)|web[\\/]info[\\/](?:service-ids|promise-list))\.ts$/.test(
    id,
  ) ||
  /[\\/]screens[\\/]home[\\/]Home\.module\.css/.test(id) ||
  /lucide-react.*[\\/]icons[\\/](?:clock|hand-helping|undo-2)\./.test(id)
