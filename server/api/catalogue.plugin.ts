import {
  type CatalogueIssue,
  catalogueOf,
  emptyCatalogue,
  entryId,
  tables,
  withColumns,
} from '@handsfree/core/catalogue'
import {
  type Catalogue,
  type CatalogueChange,
  CatalogueItem,
  type CatalogueKind,
  listAnnouncements,
  operatorApplyCatalogue,
  operatorChangeEntry,
  operatorCloseEntry,
  operatorCreateEntry,
  operatorGetCatalogue,
  operatorListCatalogueLog,
  operatorPreviewBrand,
} from '@handsfree/core/contract'
import { type ErrorCode, errorCodes } from '@handsfree/core/lib'
import { listCurrentAnnouncements } from '../domain/catalogue/announcements.ts'
import { listChanges } from '../domain/catalogue/catalogue-log.ts'
import { readCatalogue } from '../domain/catalogue/read-catalogue.ts'
import { takesCurrency } from '../domain/payments/choose-provider.ts'
import type { Providers } from '../domain/payments/provider.ts'
import { applyCatalogue, lockCatalogue, readCatalogueBody } from '../flows/apply-catalogue.ts'
import type { Transaction } from '../runtime/db/database.ts'
import { ApiError } from '../runtime/http/api-error.ts'
import { brandPreviewLink } from '../runtime/http/brand-preview.ts'
import { readPart } from '../runtime/http/call.ts'
import type { DomainPlugin } from '../runtime/http/domain.ts'
import { route } from '../runtime/http/route.ts'
import type { Employee } from '../runtime/services.ts'

const unknownCodes: Partial<Record<CatalogueKind, ErrorCode>> = {
  regions: errorCodes.regionNotExists,
  insurancePlans: errorCodes.insuranceNotExists,
  priceRules: errorCodes.billingRuleNotFound,
  sites: errorCodes.siteNotExists,
  employees: errorCodes.userNotExists,
}
const conflictCodes: Partial<Record<CatalogueKind, ErrorCode>> = {
  regions: errorCodes.cityDuplicate,
  qrCodes: errorCodes.qrBindExists,
}

const findEntry = (catalogue: Catalogue, kind: CatalogueKind, id: string) =>
  catalogue[kind].find((entry) => entryId(kind, entry) === id)

/** Throws 1008 with all `issues` for prices in a currency that no payment provider takes. */
function refuseUnpayablePrices({ priceRules }: Catalogue, providers: Providers): void {
  const issues = priceRules
    .filter(({ closed, currency }) => !closed && !takesCurrency(providers, currency))
    .map(
      ({ priceRuleId: id, currency }): CatalogueIssue => ({
        kind: 'priceRules',
        id,
        about: [['priceRules', id]],
        field: 'currency',
        code: errorCodes.paramError,
        message: `is ${currency}, which no payment provider of this server takes`,
      }),
    )
  if (issues.length > 0)
    throw new ApiError(errorCodes.paramError, 'the catalogue has conflicts', {
      status: 409,
      details: { issues },
    })
}

const entryNotFound = (kind: CatalogueKind) =>
  new ApiError(unknownCodes[kind] ?? errorCodes.notFound, 'unknown entry', { status: 404 })

export const cataloguePlugin: DomainPlugin = (app, services) => {
  const { now, settings } = services

  route(app, services, operatorGetCatalogue, async ({ tx, query }) => {
    const catalogue = await readCatalogue(tx)
    return {
      publicUrl: settings.publicUrl,
      catalogue: query.kind ? { ...emptyCatalogue(), [query.kind]: catalogue[query.kind] } : catalogue,
    }
  })

  type CatalogueEdit = {
    tx: Transaction
    employee: Employee
    before: Catalogue
    afterCommit(task: () => void): void
  }
  const apply = async (
    { tx, employee, before, afterCommit }: CatalogueEdit,
    catalogue: Catalogue,
    isDryRun = false,
  ) => {
    refuseUnpayablePrices(catalogue, services.providers)
    const changes = await applyCatalogue(tx, before, catalogue, {
      actor: `employee:${employee.employeeId}`,
      now: now(),
      random: services.random,
      isDryRun,
    })
    if (isDryRun) return changes
    const closedEmployees = changes.filter(({ kind, change }) => kind === 'employees' && change === 'closed')
    afterCommit(() => {
      for (const { id } of closedEmployees) services.realtime.disconnectEmployee(id)
    })
    return changes
  }

  const applyOne = async (
    edit: CatalogueEdit,
    { kind, entry }: CatalogueItem,
  ): Promise<CatalogueChange | null> => (await apply(edit, catalogueOf(kind, entry)))[0] ?? null

  route(app, services, operatorCreateEntry, async ({ tx, employee, body, afterCommit }) => {
    const before = await lockCatalogue(tx)
    if (findEntry(before, body.kind, entryId(body.kind, body.entry))) {
      throw new ApiError(conflictCodes[body.kind] ?? errorCodes.dbExists, 'the id is in use', { status: 409 })
    }
    return (await applyOne({ tx, employee, before, afterCommit }, body))!
  })

  route(app, services, operatorChangeEntry, async ({ tx, employee, body, afterCommit }) => {
    const before = await lockCatalogue(tx)
    const { kind, entry, fields } = body
    const current = findEntry(before, kind, entryId(kind, entry))
    if (!current) throw entryNotFound(kind)
    const { columns } = tables[kind]
    const foreign = fields?.find((field) => !columns.some(([path]) => path === field))
    if (foreign !== undefined) throw new ApiError(errorCodes.paramError, `${foreign} is not a column`)
    const whole = fields ? withColumns(columns, current, { values: entry, paths: fields }) : entry
    // Revalidate the whole entry: valid columns may conflict with concurrent changes.
    const item = readPart(CatalogueItem, { kind, entry: whole }, 'body') as CatalogueItem
    return applyOne({ tx, employee, before, afterCommit }, item)
  })

  route(app, services, operatorCloseEntry, async ({ tx, employee, body: { kind, id }, afterCommit }) => {
    const before = await lockCatalogue(tx)
    const entry = findEntry(before, kind, id)
    if (!entry) throw entryNotFound(kind)
    const closed = { kind, entry: { ...entry, closed: true } } as CatalogueItem
    return applyOne({ tx, employee, before, afterCommit }, closed)
  })

  route(
    app,
    services,
    operatorApplyCatalogue,
    async ({ tx, employee, body, afterCommit }) =>
      apply({ tx, employee, before: await lockCatalogue(tx), afterCommit }, body.catalogue, body.dryRun),
    { readBody: readCatalogueBody },
  )

  route(app, services, operatorPreviewBrand, async ({ tx, body: { brandId } }) => {
    if (!findEntry(await readCatalogue(tx), 'brands', brandId)) throw entryNotFound('brands')
    return { publicUrl: settings.publicUrl, ...brandPreviewLink(services, brandId) }
  })

  route(app, services, operatorListCatalogueLog, ({ tx, query }) => listChanges(tx, query.cursor))

  route(app, services, listAnnouncements, ({ tx, query, locale }) =>
    listCurrentAnnouncements(tx, query, now(), locale),
  )
}
