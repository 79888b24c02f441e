/** A test file's databases. Without a template, each server creates its own PGlite. */
export const testDatabases: {
  /** URL of a PostgreSQL server on which tests create their databases. */
  postgresUrl?: string | undefined
  /** Name of its database with our tables and the demo world, to be copied. */
  postgresTemplate?: string | undefined
  /** File of a PGlite database with our tables and the demo world. */
  pgliteTemplate?: string | undefined
} = { pgliteTemplate: process.env.HANDSFREE_TEST_TEMPLATE }
