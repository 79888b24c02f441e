/** Seeded random numbers, identical on every machine. */
export type Chance = {
  /** A float from 0 inclusive to 1 exclusive. */
  next(): number
  /** An integer from 0 inclusive to `limit` exclusive. */
  below(limit: number): number
  /** An integer; both bounds are inclusive. */
  between(least: number, most: number): number
  bool(probability: number): boolean
  pick<Value>(list: readonly Value[]): Value
  bytes(length: number): Buffer
  /** An independent stream: its draws don't affect others. */
  fork(name: string): Chance
}

/** cyrb128 by bryc, public domain. */
function hashSeed(text: string): [number, number, number, number] {
  let [a, b, c, d] = [1779033703, 3144134277, 1013904242, 2773480762]
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    a = b ^ Math.imul(a ^ code, 597399067)
    b = c ^ Math.imul(b ^ code, 2869860233)
    c = d ^ Math.imul(c ^ code, 951274213)
    d = a ^ Math.imul(d ^ code, 2716044179)
  }
  return [a >>> 0, b >>> 0, c >>> 0, d >>> 0]
}

/** sfc32 by Chris Doty-Humphrey (PractRand), public domain. */
export function chanceOf(seed: string): Chance {
  let [a, b, c, d] = hashSeed(seed)
  const word = (): number => {
    const t = (((a + b) | 0) + d) | 0
    d = (d + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (c << 21) | (c >>> 11)
    c = (c + t) | 0
    return t >>> 0
  }
  for (let round = 0; round < 15; round++) word()
  const next = () => word() / 2 ** 32
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    next,
    below,
    between: (least, most) => least + below(most - least + 1),
    bool: (probability) => next() < probability,
    pick(list) {
      if (list.length === 0) throw new Error('the list is empty')
      return list[below(list.length)]!
    },
    bytes: (length) => Buffer.from(Array.from({ length }, () => word() & 255)),
    fork: (name) => chanceOf(`${seed}/${name}`),
  }
}
