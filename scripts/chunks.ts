import { existsSync, readFileSync } from 'node:fs'

/** A shared piece of the web without Base UI or a QR encoder under it, or its styles. */
function isLight(id: string): boolean {
  if (!/[\\/]web[\\/](?:app|ui)[\\/](?!index|illustrations)\w+\./.test(id)) return false
  const source = id.replace(/\.module\.css.*$/, '.tsx')
  return existsSync(source) && !/from '(?:@base-ui|uqr)/.test(readFileSync(source, 'utf8'))
}

/**
 * All that the page itself needs is one file, and so are the light pieces that most screens share: they compress
 * best that way, and a screen asks for few files. What stands on Base UI stays with the screens that show it. The service
 * worker is a file of its own, by itself.
 */
export const groups = [
  { name: 'frame', tags: ['$initial' as const], test: (id: string) => !id.includes('service-worker') },
  { name: 'kit', test: isLight },
]
