import { calls } from '../../../server/api/openapi.ts'
import { testMutated } from './mutated-calls.ts'

testMutated(calls.filter(([, { audience }]) => audience !== 'operator'))
