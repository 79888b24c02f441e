const border = 'A corner of the hand-drawn border or coast. No map app is opened from there.'

/** Mutants that behave like the original, by name, with the reason. */
export const equivalents: Readonly<Record<string, string>> = {
  'core/i18n/clock-difference.ts differences.from: change number, 0 → 1':
    'Below every limit, the last unit is used anyway.',
  'core/sites/mainland.ts mainland: change number, 45.0 → 46': border,
  'core/sites/mainland.ts mainland: change number, 124.0 → 125': border,
  'core/sites/mainland.ts mainland: change number, 78.9 → 79.9': border,
  'core/sites/mainland.ts mainland: change number, 42.1 → 43.1': border,
  'core/sites/mainland.ts mainland: change number, 46.3 → 47.3': border,
}
