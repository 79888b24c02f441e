import sharp from 'sharp'

const colours = [
  { wall: '#F3E3D6', shell: '#B5532F' },
  { wall: '#E2E8F1', shell: '#2F4F7F' },
  { wall: '#E3EFE6', shell: '#2E6B4F' },
  { wall: '#F1E6EF', shell: '#7A3E6C' },
]

const stageWalls = { pickup: null, delivery: '#DDE6DA', handOver: '#E9DFC8' }

const drawing = ({ wall, shell }: (typeof colours)[number]) => `
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 60" width="900" height="900">
  <rect width="60" height="60" fill="${wall}"/>
  <ellipse cx="30" cy="52" rx="16" ry="2" fill="#14201B" fill-opacity=".14"/>
  <path d="M25 20v-7a2 2 0 0 1 2-2h6a2 2 0 0 1 2 2v7" stroke="${shell}" stroke-width="2.4" fill="none"/>
  <rect x="18" y="20" width="24" height="29" rx="4" fill="${shell}"/>
  <path d="M24 25v19M30 25v19M36 25v19" stroke="#fff" stroke-opacity=".35" stroke-width="1.6"/>
  <circle cx="23" cy="51" r="2" fill="#14201B"/>
  <circle cx="37" cy="51" r="2" fill="#14201B"/>
  <path d="M38 31q6-1 6 5" stroke="#F2B33D" stroke-width="1.2" fill="none"/>
  <rect x="41" y="35" width="6" height="8" rx="1.2" fill="#F2B33D"/>
  <circle cx="44" cy="36.6" r=".7" fill="${wall}"/>
</svg>`

/** Renders a bag as PNG. The colour depends on the bag. After pickup, the background depends on the stage. */
export function photographSuitcase(
  index: number,
  stage: keyof typeof stageWalls = 'pickup',
): Promise<Buffer> {
  const { wall, shell } = colours[index % colours.length]!
  return sharp(Buffer.from(drawing({ wall: stageWalls[stage] ?? wall, shell })))
    .png()
    .toBuffer()
}
