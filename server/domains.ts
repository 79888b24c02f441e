import type { DomainPlugin } from './http/domain.ts'

/** Every domain of the server. Order does not matter. */
export const domains: readonly DomainPlugin[] = []
