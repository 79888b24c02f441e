type Page<Entry> = { list: Entry[]; nextCursor: string | null }
type ReadPage<Entry> = (query: { cursor?: string }) => Promise<Page<Entry>>

export async function* pagesOf<Entry>(read: ReadPage<Entry>): AsyncGenerator<Entry[], void> {
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: Page<Entry> = await read(cursor ? { cursor } : {})
    yield page.list
    cursor = page.nextCursor
  }
}

export async function collect<Entry>(pages: AsyncIterable<Entry[]>): Promise<Entry[]> {
  const found: Entry[] = []
  for await (const page of pages) found.push(...page)
  return found
}

export const isPaged = (result: unknown): result is AsyncIterable<unknown[]> =>
  typeof result === 'object' && result !== null && Symbol.asyncIterator in result
