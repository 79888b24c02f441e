import { operatorGetFigures, operatorListAudit } from '@handsfree/core/contract'
import { findAudit } from '../flows/find-audit.ts'
import { findFigures } from '../flows/find-figures.ts'
import type { DomainPlugin } from '../runtime/http/domain.ts'
import { route } from '../runtime/http/route.ts'

export const officePlugin: DomainPlugin = (app, services) => {
  route(app, services, operatorGetFigures, ({ tx, query, locale }) => findFigures(tx, { ...query, locale }))

  route(app, services, operatorListAudit, ({ tx, query }) => findAudit(tx, query))
}
