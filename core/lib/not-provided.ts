/** Placeholder of an actor or action that a machine is given from outside. Throws, and names what is missing. */
export const notProvided = (machine: string, name: string) => (): never => {
  throw new Error(`${machine}: provide '${name}'`)
}
