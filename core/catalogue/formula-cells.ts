/** Spreadsheets execute cells that start like this, unless they are numbers or phone numbers. */
const formula = /^'*[=+\-@\t\r](?![\d .()-]*$)/

/** Prefixes formulas with an apostrophe, so that spreadsheets treat them as text. */
export const escapeFormula = (cell: string): string => (formula.test(cell) ? `'${cell}` : cell)

/** Reverts `escapeFormula`. */
export const unescapeFormula = (cell: string): string =>
  cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell
