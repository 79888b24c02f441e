/**
 * `npm run icons`: renders the app and shortcut icons and the card of shared links from the product's mark to
 * `web/public/icons`. Run it after changing the mark, and commit the files.
 */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type LucideIcon, Package, ScanQrCode } from 'lucide-react'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import sharp from 'sharp'

const folder = fileURLToPath(new URL('../web/public/icons/', import.meta.url))
const pine = '#0e5c4a'
const mint = '#dff2ea'
const paper = '#f6f4ee'

const side = 512
const svg = (content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}">${content}</svg>`

/** The luggage tag of `web/ui/Brand.tsx`, centered. At `scale` 1 it is 28 units wide. */
const mark = (scale: number) => `
  <g transform="translate(${side / 2} ${side / 2}) scale(${scale}) translate(-14 -14.5)">
    <path d="M6 10.5 14 4l8 6.5V22a3 3 0 0 1-3 3H9a3 3 0 0 1-3-3z" fill="${paper}"/>
    <circle cx="14" cy="11" r="2.2" fill="${pine}"/>
    <path d="M10 17.5h8M10 20.7h5" fill="none" stroke="${pine}" stroke-width="1.8" stroke-linecap="round"/>
  </g>`

/** With rounded corners, for systems that don't mask icons. */
const tileIcon = svg(`<rect width="${side}" height="${side}" rx="116" fill="${pine}"/>${mark(15.6)}`)
/** Full bleed, for systems that mask icons: the mark stays within the 80 % safe zone. */
const maskableIcon = svg(`<rect width="${side}" height="${side}" fill="${pine}"/>${mark(13.4)}`)
const touchIcon = svg(`<rect width="${side}" height="${side}" fill="${pine}"/>${mark(15)}`)

function shortcut(Icon: LucideIcon): string {
  const glyph = renderToStaticMarkup(
    createElement(Icon, { size: 272, strokeWidth: 1.75, color: pine, x: 120, y: 120 }),
  )
  return svg(`<circle cx="256" cy="256" r="256" fill="${mint}"/>${glyph}`)
}

const pictures: [file: string, picture: string, pixels: number][] = [
  ['app-192.png', tileIcon, 192],
  ['app-512.png', tileIcon, 512],
  ['maskable-192.png', maskableIcon, 192],
  ['maskable-512.png', maskableIcon, 512],
  ['apple-touch-180.png', touchIcon, 180],
  ['scan-192.png', shortcut(ScanQrCode), 192],
  ['orders-192.png', shortcut(Package), 192],
]

for (const [file, picture, pixels] of pictures) {
  await sharp(Buffer.from(picture), { density: 72 * (pixels / side) * 4 })
    .resize(pixels, pixels)
    .png({ palette: true, quality: 100, effort: 10 })
    .toFile(join(folder, file))
}

const [cardWidth, cardHeight] = [1200, 630]
/** Shown by messengers for links to recipients and from desks: no words, so it fits every language. */
const linkCard = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${cardWidth} ${cardHeight}">
  <rect width="${cardWidth}" height="${cardHeight}" fill="${pine}"/>
  <circle cx="180" cy="450" r="18" fill="none" stroke="${mint}" stroke-width="8"/>
  <path d="M216 450h768" stroke="${mint}" stroke-width="8" stroke-dasharray="2 22" stroke-linecap="round"/>
  <rect x="1002" y="432" width="36" height="36" rx="8" fill="${mint}"/>
  <g transform="translate(344 -14)">${mark(13)}</g>
</svg>`
await sharp(Buffer.from(linkCard))
  .resize(cardWidth, cardHeight)
  .png({ palette: true, quality: 100, effort: 10 })
  .toFile(join(folder, 'link-card.png'))

console.log([...pictures.map(([file]) => file), 'link-card.png'].join('\n'))
