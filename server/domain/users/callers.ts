import type { Callers, Services } from '../../runtime/services.ts'
import { findEmployee, listOperatorIds } from './employees.ts'
import { lockTraveller } from './lock-traveller.ts'
import { reserveTravellerKey } from './reserve-traveller-key.ts'
import { findTraveller, isTokenAlive } from './tokens.ts'

export const createCallers = ({ db, settings, now }: Pick<Services, 'db' | 'settings' | 'now'>): Callers => ({
  findTraveller: (tokenHash) => findTraveller(db, tokenHash, now()),
  lockTraveller,
  reserveTravellerKey,
  findEmployee: (tokenHash) => findEmployee(db, settings, tokenHash, now()),
  listOperatorIds: () => listOperatorIds(db),
  isTokenAlive: (tokenHash) => isTokenAlive(db, tokenHash, now()),
})
