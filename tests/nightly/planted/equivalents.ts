/** Mutants that change nothing that anybody can notice, by name, with the reason. */
export const equivalents: Readonly<Record<string, string>> = {}
