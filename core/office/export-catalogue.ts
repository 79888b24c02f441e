import type { App } from '../app.ts'
import type { TextFile } from '../catalogue/read-files.ts'
import { writeCatalogueFiles } from '../catalogue/write-files.ts'
import { operatorGetCatalogue } from '../contract/catalogue-calls.ts'
import type { ApiFailure } from '../lib/failure.ts'
import { ok, type Result } from '../lib/result.ts'

/** The catalogue as files that the import reads, one per kind. */
export async function exportCatalogue({ api }: App): Promise<Result<TextFile[], ApiFailure>> {
  const answer = await api.call(operatorGetCatalogue, { query: {} })
  return answer.ok ? ok(writeCatalogueFiles(answer.value.catalogue)) : answer
}
