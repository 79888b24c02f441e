// Searches and groups paths; runs in the report, and in its tests.

const outcomeOf = ([, , , , error]) => (error === null ? 'passed' : 'failed')

/** What a path is found by: its machine, kind, start and end, its events and screens, whether it passed, and its error. */
const wordsOfPath = (id, machine, path) => {
  const [start, kind, steps, , error, end] = path
  const parts = steps.flatMap(([title, , screen]) => [machine.titles[title], machine.screens[screen] ?? ''])
  const words = [id, machine.kinds[kind], machine.starts[start], ...parts, machine.ends[end], outcomeOf(path)]
  return [...words, error ?? ''].join(' ').toLowerCase()
}

/** Paths in which every word of the text occurs, as pairs of the machine's id and the path's index. */
export const findPaths = (machines, text) => {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return Object.entries(machines).flatMap(([id, machine]) =>
    machine.paths.flatMap((path, index) => {
      const told = wordsOfPath(id, machine, path)
      return words.every((word) => told.includes(word)) ? [[id, index]] : []
    }),
  )
}

/** Groups found paths by their machine and by where they end: groups and paths that failed first. */
export const groupPaths = (machines, found) => {
  const groups = new Map()
  for (const [id, index] of found) {
    const path = machines[id].paths[index]
    const end = machines[id].ends[path[5]]
    const name = `${id}, ends in ${end}`
    const group = groups.get(name) ?? { name, machine: id, end, failed: [], passed: [] }
    group[outcomeOf(path)].push(index)
    groups.set(name, group)
  }
  return [...groups.values()]
    .sort((a, b) => (b.failed.length > 0) - (a.failed.length > 0))
    .map(({ failed, passed, ...group }) => ({
      ...group,
      failed: failed.length,
      paths: [...failed, ...passed],
    }))
}
