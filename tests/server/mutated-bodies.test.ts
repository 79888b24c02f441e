import { calls } from '../../server/openapi/openapi.ts'
import { testMutated } from './mutated-calls.ts'

testMutated(calls.filter(([, { audience }]) => audience !== 'operator'))
