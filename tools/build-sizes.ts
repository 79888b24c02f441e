import { statSync } from 'node:fs'
import { join } from 'node:path'
import { type Chunk, readBuildReport } from './build-report.ts'

export type Build = {
  chunks: Chunk[]
  chunkOfSource(source: string): Chunk
  withImports(chunk: Chunk): Set<Chunk>
  /** Size as sent, Brotli-compressed if possible. NaN if the file doesn't exist. */
  wireBytes(file: string): number
}

export async function readBuild(dist: string): Promise<Build> {
  const chunks = await readBuildReport(dist)
  const chunkOfFile = (file: string): Chunk => {
    const chunk = chunks.find((candidate) => candidate.file === file)
    if (!chunk) throw new Error(`file missing from the build: ${file}`)
    return chunk
  }
  const addImports = (chunk: Chunk, seen: Set<Chunk>): Set<Chunk> => {
    if (seen.has(chunk)) return seen
    seen.add(chunk)
    for (const file of chunk.imports) addImports(chunkOfFile(file), seen)
    return seen
  }
  const size = (file: string) => statSync(join(dist, file), { throwIfNoEntry: false })?.size
  return {
    chunks,
    chunkOfSource(source) {
      const chunk =
        chunks.find((candidate) => candidate.source === source) ??
        chunks.find(({ modules }) => modules.includes(source))
      if (!chunk) throw new Error(`no chunk contains ${source}`)
      return chunk
    },
    withImports: (chunk) => addImports(chunk, new Set()),
    wireBytes: (file) => size(`${file}.br`) ?? size(file) ?? Number.NaN,
  }
}
