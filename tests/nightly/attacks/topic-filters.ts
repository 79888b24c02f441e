/** Generates `count` filters that might match another account's topic, some three times as long as a topic may be. */
export function hostileFilters(own: string, foreign: string, count: number): string[] {
  const seeds = [
    '#',
    '+',
    '+/#',
    '/#',
    '$SYS/#',
    '$SYS/+/clients',
    '$share/g/#',
    `$share/g/${foreign}`,
    `$queue/${foreign}`,
    foreign,
    `${foreign}/#`,
    `${foreign}/+`,
    `/${foreign}`,
    `${foreign}/`,
    foreign.toLowerCase(),
    ` ${foreign}`,
    `${foreign} `,
    `${foreign}\u0000`,
    `${foreign}\u200b`,
    `\ufeff${foreign}`,
    `${foreign}\u0301`,
    foreign.replace('T', '\u0422'),
    foreign.normalize('NFD'),
    foreign.replace('-', '\u2010'),
    foreign.replace(/.$/, '+'),
    foreign.replace(/.$/, '#'),
    `${own}/../${foreign}`,
    `${own}#`,
    `${own},${foreign}`,
    `${own}\n${foreign}`,
    'TOPIC-#',
    'TOPIC-TMS-+',
    'TOPIC-TMS-#',
    'TOPIC-TMS-*',
    '%',
    '*',
    '\u202e#',
    '',
    '//',
    '$',
    '$delayed/1/#',
    '🧳/#',
  ]
  return Array.from({ length: count }, (_, index) => {
    const seed = seeds[index % seeds.length] ?? ''
    const round = Math.floor(index / seeds.length)
    if (round === 0) return seed
    return (
      [
        `${seed}/${round}`,
        `${'+/'.repeat(round)}${seed}`,
        `${seed}${'a'.repeat(round * 12)}`,
        `${round}/${seed}`,
      ][round % 4] ?? seed
    )
  })
}
