/** Placeholder for an actor or action to be provided. Throws with its name. */
export const notProvided = (machine: string, name: string) => (): never => {
  throw new Error(`${machine}: provide '${name}'`)
}
