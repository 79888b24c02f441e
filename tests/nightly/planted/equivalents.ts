/** Mutants that change nothing that anybody can notice, by name, with the reason. */
export const equivalents: Readonly<Record<string, string>> = {
  'core/i18n/clock-difference.ts differences.from: change number, 0 → 1':
    'Below every limit, the last unit is used anyway.',
}
