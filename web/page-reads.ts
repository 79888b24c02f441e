import type { ApiClient, InitialAnswers } from '@handsfree/core/api'
import type { FirstReads } from './app/first-reads.ts'

const folders = import.meta.glob<FirstReads>('./pages/*/first-reads.ts', {
  eager: true,
  import: 'firstReads',
})
const firstReads: FirstReads = Object.assign({}, ...Object.values(folders))

/** Responses for a page's first render; null if it has reads and all of them failed. */
export async function readAnswers(
  api: ApiClient,
  route: string,
  params: Record<string, string>,
): Promise<InitialAnswers | null> {
  const asked = firstReads[route]?.(params) ?? []
  const answers: InitialAnswers = Object.assign({}, ...(await Promise.all(asked.map((ask) => ask(api)))))
  return asked.length > 0 && Object.keys(answers).length === 0 ? null : answers
}
