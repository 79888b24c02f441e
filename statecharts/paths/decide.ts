export type Case = { facts: Readonly<Record<string, string>>; outcome: string }

/**
 * Required values by fact name, and the possible outcomes. More than one outcome means that the facts don't suffice.
 */
export type Decision = { when: Record<string, string[]>; outcomes: string[] }

const bitsOf = (cases: readonly Case[]): number => {
  const counts = new Map<string, number>()
  for (const { outcome } of cases) counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
  return [...counts.values()].reduce((sum, count) => sum - count * Math.log2(count / cases.length), 0)
}

function byValue(cases: readonly Case[], name: string): Map<string, Case[]> {
  const groups = new Map<string, Case[]>()
  for (const one of cases) {
    const value = one.facts[name] ?? ''
    const group = groups.get(value)
    if (group) group.push(one)
    else groups.set(value, [one])
  }
  return new Map([...groups].sort(([a], [b]) => (a < b ? -1 : 1)))
}

/**
 * Builds a decision tree (ID3) with as few facts as possible and returns its leaves. Values with the same outcome are
 * merged. If several facts are equally informative, the first name wins.
 */
export function decide(cases: readonly Case[], names: readonly string[]): Decision[] {
  const outcomes = [...new Set(cases.map(({ outcome }) => outcome))].sort()
  if (outcomes.length === 1) return [{ when: {}, outcomes }]
  const splits = names.flatMap((name) => {
    const groups = byValue(cases, name)
    if (groups.size < 2) return []
    const bits = [...groups.values()].reduce((sum, group) => sum + bitsOf(group), 0)
    return [{ name, groups, bits }]
  })
  if (splits.length === 0) return [{ when: {}, outcomes }]
  const { name, groups } = splits.reduce((best, split) => (split.bits < best.bits - 1e-9 ? split : best))
  const others = names.filter((other) => other !== name)
  const merged = new Map<string, { values: string[]; decisions: Decision[] }>()
  for (const [value, group] of groups) {
    const decisions = decide(group, others)
    const key = JSON.stringify(decisions)
    const known = merged.get(key) ?? { values: [], decisions }
    known.values.push(value)
    merged.set(key, known)
  }
  const branches = [...merged.values()]
  if (branches.length === 1) return branches[0]?.decisions ?? []
  return branches.flatMap(({ values, decisions }) =>
    decisions.map(({ when, outcomes }) => ({ when: { [name]: values, ...when }, outcomes })),
  )
}
