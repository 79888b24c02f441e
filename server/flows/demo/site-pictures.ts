import { type LocationType, locationTypes } from '@handsfree/core/contract'

type Scene = { sky: string; ground: string; body: string }

const width = 640
const height = 400
const horizon = 312

const rect = (x: number, y: number, w: number, h: number, fill: string, radius = 0) =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${radius}" fill="${fill}"/>`
const path = (d: string, fill: string) => `<path d="${d}" fill="${fill}"/>`
const circle = (x: number, y: number, r: number, fill: string) =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"/>`

const windows = (
  x: number,
  y: number,
  columns: number,
  rows: number,
  step: number,
  lit: (index: number) => boolean,
) =>
  Array.from({ length: columns * rows }, (_, index) =>
    rect(
      x + (index % columns) * step,
      y + Math.floor(index / columns) * step,
      step * 0.5,
      step * 0.6,
      lit(index) ? '#f2b33d' : '#0e5c4a',
      3,
    ),
  ).join('')

/** Two rows of doors with handles; some are taken. */
const lockers = (x: number, y: number, taken: (index: number) => boolean) =>
  Array.from({ length: 12 }, (_, index) => {
    const left = x + (index % 6) * 60
    const top = y + Math.floor(index / 6) * 64
    return (
      rect(left, top, 52, 56, taken(index) ? '#f2b33d' : '#2c62c9', 4) +
      circle(left + 42, top + 28, 4, '#f6f4ee')
    )
  }).join('')

const suitcase = (x: number, colour: string) =>
  `<path d="M${x + 18} ${horizon - 20}v-24h22v24" fill="none" stroke="#14201b" stroke-width="4"/>` +
  rect(x, horizon - 24, 58, 72, colour, 10) +
  circle(x + 14, horizon + 52, 6, '#14201b') +
  circle(x + 44, horizon + 52, 6, '#14201b') +
  rect(x + 34, horizon - 10, 14, 22, '#f6f4ee', 3)

const hotel = 0
const outside: Record<number, (seed: number) => string> = {
  [hotel]: (seed) =>
    rect(190, 92, 260, 220, '#f6f4ee', 8) +
    windows(214, 116, 6, 4, 40, (index) => (index + seed) % 3 === 0) +
    path('M262 312v-44h116v44z', '#14201b') +
    rect(250, 256, 140, 14, '#0e5c4a', 4),
  [locationTypes.airportTerminal]: () =>
    path('M60 312c60-120 460-120 520 0z', '#f6f4ee') +
    rect(120, 268, 400, 44, '#8fb4ff') +
    rect(436, 120, 26, 150, '#f6f4ee') +
    path('M414 84h70l-12 40h-46z', '#0e5c4a') +
    path('M150 96l120-22 26-30 16 2-12 26 66-8 12 14-70 20-6 36-16 4-6-34-126 14z', '#ffffff'),
  [locationTypes.trainTerminal]: () =>
    path('M40 200 320 96l280 104z', '#0e5c4a') +
    rect(70, 200, 500, 112, '#f6f4ee') +
    path('M110 312v-60c0-30 60-30 60 0v60zM470 312v-60c0-30 60-30 60 0v60z', '#14201b') +
    path('M210 300c0-50 24-72 60-72h190v72z', '#2c62c9') +
    windows(292, 244, 4, 1, 42, () => true),
  [locationTypes.portTerminal]: () =>
    rect(0, 300, width, 100, '#8fb4ff') +
    path('M96 256h440l-52 72H148z', '#14201b') +
    rect(170, 196, 300, 60, '#f6f4ee', 6) +
    rect(220, 150, 200, 48, '#f6f4ee', 6) +
    windows(190, 212, 7, 1, 40, (index) => index % 2 === 0) +
    rect(330, 104, 40, 48, '#c43c35', 4),
  [locationTypes.unknown]: (seed) =>
    rect(120, 150, 400, 162, '#f6f4ee', 8) +
    rect(104, 122, 432, 40, '#0e5c4a', 8) +
    lockers(140, 178, (index) => (index * 5 + seed) % 4 === 0),
}

const scenes: readonly Scene[] = [
  { sky: '#dff2ea', ground: '#c9d8c5', body: '#0e5c4a' },
  { sky: '#fbf0d8', ground: '#e3d3b0', body: '#c43c35' },
  { sky: '#e6edfb', ground: '#c7cfdf', body: '#2c62c9' },
]

const frame = (scene: Scene, content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">` +
  rect(0, 0, width, height, scene.sky) +
  circle(540, 74, 34, '#f2b33d') +
  rect(0, horizon, width, height - horizon, scene.ground) +
  content +
  '</svg>'

const counter = (scene: Scene) =>
  frame(
    scene,
    rect(0, 0, width, height, scene.sky) +
      rect(0, horizon + 48, width, 40, scene.ground) +
      [150, 320, 490]
        .map((x) => rect(x - 1, 0, 3, 84, '#14201b') + path(`M${x - 34} 118c0-46 68-46 68 0z`, '#f2b33d'))
        .join('') +
      rect(60, 220, 320, 140, '#f6f4ee', 8) +
      rect(48, 206, 344, 22, '#0e5c4a', 6) +
      rect(150, 256, 140, 56, scene.body, 8) +
      circle(172, 284, 8, '#f6f4ee') +
      suitcase(430, '#c43c35') +
      suitcase(508, '#2c62c9'),
  )

/** Returns two SVGs of a demo site, exterior and counter. Deterministic by id. */
export function drawSite({ siteId, type }: { siteId: string; type: LocationType }): string[] {
  const seed = [...siteId].reduce((sum, letter) => sum + letter.charCodeAt(0), 0)
  const scene = scenes[seed % scenes.length] ?? { sky: '#dff2ea', ground: '#c9d8c5', body: '#0e5c4a' }
  const draw = outside[type] ?? outside[hotel]
  return [frame(scene, `${draw?.(seed) ?? ''}${suitcase(70, scene.body)}`), counter(scene)]
}
