// Searches and groups paths. Shared by the report and its tests.

const outcomeOf = ([, , , , error]) => (error === null ? 'passed' : 'failed')

/** Searchable text of a path: machine, kind, start, end, events, screens, result and error. */
const wordsOfPath = (id, machine, path) => {
  const [start, kind, steps, , error, end] = path
  const parts = steps.flatMap(([title, , screen]) => [machine.titles[title], machine.screens[screen] ?? ''])
  const words = [id, machine.kinds[kind], machine.starts[start], ...parts, machine.ends[end], outcomeOf(path)]
  return [...words, error ?? ''].join(' ').toLowerCase()
}

/** Paths that contain every word of the text, as pairs of machine id and path index. */
export const findPaths = (machines, text) => {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return Object.entries(machines).flatMap(([id, machine]) =>
    machine.paths.flatMap((path, index) => {
      const told = wordsOfPath(id, machine, path)
      return words.every((word) => told.includes(word)) ? [[id, index]] : []
    }),
  )
}

/** Groups paths by machine and final state. Failed groups and paths come first. */
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
