/** Subset of libraries without types. */
declare module 'fontkit' {
  type Path = { scale(x: number, y: number): Path; translate(x: number, y: number): Path; toSVG(): string }
  type Glyph = { id: number; advanceWidth: number; path: Path }
  type Font = {
    unitsPerEm: number
    getVariation(settings: Record<string, number>): Font
    layout(text: string): { glyphs: Glyph[]; positions: { xAdvance: number }[] }
  }
  export const create: (content: Buffer) => Font
}

declare module 'wawoff2' {
  const wawoff2: { decompress(content: Uint8Array): Promise<Uint8Array> }
  export default wawoff2
}
