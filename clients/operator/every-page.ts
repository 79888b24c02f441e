type Page<Entry> = { list: Entry[]; nextCursor: string | null }

/** All entries of a list, read page by page. */
export async function everyPage<Entry>(
  read: (query: { cursor?: string }) => Promise<Page<Entry>>,
): Promise<Entry[]> {
  const found: Entry[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: Page<Entry> = await read(cursor ? { cursor } : {})
    found.push(...page.list)
    cursor = page.nextCursor
  }
  return found
}
