import { statSync } from 'node:fs'
import { join } from 'node:path'
import { type Chunk, readBuildReport } from './build-report.ts'

/** A web build as it goes over the wire. */
export type Build = {
  chunks: Chunk[]
  /** The chunk that a source has for itself, or shares with others; throws when there is none. */
  chunkFor(source: string): Chunk
  /** A chunk with everything that the browser fetches along with it. */
  withImports(chunk: Chunk): Set<Chunk>
  /** Bytes of a file: those of its Brotli file, or its own when it is too small for one. */
  wireBytes(file: string): number
}

/** Reads the web build in a folder. */
export async function readBuild(dist: string): Promise<Build> {
  const chunks = await readBuildReport(dist)
  const chunkOf = (file: string): Chunk => {
    const chunk = chunks.find((candidate) => candidate.file === file)
    if (!chunk) throw new Error(`not in the build: ${file}`)
    return chunk
  }
  const addImports = (chunk: Chunk, seen: Set<Chunk>): Set<Chunk> => {
    if (seen.has(chunk)) return seen
    seen.add(chunk)
    for (const file of chunk.imports) addImports(chunkOf(file), seen)
    return seen
  }
  const size = (file: string) => statSync(join(dist, file), { throwIfNoEntry: false })?.size
  return {
    chunks,
    chunkFor(source) {
      const chunk =
        chunks.find((candidate) => candidate.source === source) ??
        chunks.find(({ modules }) => modules.includes(source))
      if (!chunk) throw new Error(`in no chunk: ${source}`)
      return chunk
    },
    withImports: (chunk) => addImports(chunk, new Set()),
    wireBytes: (file) => size(`${file}.br`) ?? size(file) ?? Number.NaN,
  }
}
