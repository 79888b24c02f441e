import { inject } from 'vitest'
import { testDatabases } from './test-databases.ts'

testDatabases.postgresUrl = inject('postgresUrl')
testDatabases.pgliteTemplate = inject('pgliteTemplate')
