/** Where a test file finds its databases. Without a template each server makes a PGlite of its own. */
export const testDatabases: {
  /** A PostgreSQL server, where every test makes databases of its own. */
  postgresUrl?: string | undefined
  /** Name of its database that holds our tables and the demo world, to be copied. */
  postgresTemplate?: string | undefined
  /** File of a PGlite database with our tables and the demo world. */
  pgliteTemplate?: string | undefined
} = { pgliteTemplate: process.env.HANDSFREE_TEST_TEMPLATE }
