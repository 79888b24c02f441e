import { inject } from 'vitest'
import { testDatabases } from './test-databases.ts'

testDatabases.postgresUrl = inject('postgresUrl')
testDatabases.postgresTemplate = inject('postgresTemplate')
testDatabases.pgliteTemplate = inject('pgliteTemplate')
