/** Spreadsheets run a cell that begins like this, unless it is a number or a phone number. */
const formula = /^'*[=+\-@\t\r](?![\d .()-]*$)/

/** A cell that no spreadsheet runs: an apostrophe in front of a formula makes it text. */
export const escapeFormula = (cell: string): string => (formula.test(cell) ? `'${cell}` : cell)

/** The text that `escapeFormula` was given. */
export const unescapeFormula = (cell: string): string =>
  cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell
