import { policy } from '@handsfree/core/policy'
import type { FastifyRequest } from 'fastify'
import { ApiError, paramError } from '../http/api-error.ts'

/** Bytes of one picture. */
export const maxUploadBytes = policy.maxImageMb * 1024 * 1024

const refusals: Record<string, () => ApiError> = {
  FST_REQ_FILE_TOO_LARGE: () => paramError(`larger than ${policy.maxImageMb} MB`, 413),
  FST_FILES_LIMIT: () => paramError('one file at a time', 400),
  FST_PARTS_LIMIT: () => paramError('one file at a time', 400),
  FST_FIELDS_LIMIT: () => paramError('one file at a time', 400),
}

/** Bytes of a multipart body around its picture. */
const wrapping = 4 * 1024

/** Bytes of a whole body, at most. One of unknown length may be endless. */
const mostBytes = ({ headers }: FastifyRequest): number =>
  headers['content-length'] === undefined ? maxUploadBytes : maxUploadBytes + wrapping

async function readFilePart(request: FastifyRequest): Promise<Buffer> {
  let content: Buffer | null = null
  for await (const part of request.parts()) {
    if (part.type !== 'file' || part.fieldname !== 'file' || content)
      throw paramError('one part named file', 400)
    content = await part.toBuffer()
  }
  if (!content) throw paramError('one part named file', 400)
  return content
}

/** Rejects as soon as more has arrived than a body may have, chunk frames included. */
const exceedsLimit = (request: FastifyRequest): Promise<never> =>
  new Promise((_, reject) => {
    const { raw } = request
    const most = mostBytes(request)
    const before = raw.socket.bytesRead
    let arrived = 0
    raw.on('data', (chunk: Buffer) => {
      arrived += chunk.length
      if (arrived <= most && !(raw.socket.bytesRead - before > most)) return
      // At once: until the refusal is written a fast connection would send hundreds of kilobytes more.
      raw.unpipe()
      raw.pause()
      raw.socket.pause()
      reject(refusals.FST_REQ_FILE_TOO_LARGE!())
    })
  })

/**
 * The one part named `file` of a multipart body. Throws 1008: too large (413), no multipart (415), anything else (400).
 */
export async function readUpload(request: FastifyRequest): Promise<Buffer> {
  if (!request.isMultipart()) throw paramError('the body must be multipart/form-data', 415)
  // An honest client is refused before it has sent everything.
  if (Number(request.headers['content-length'] ?? 0) > mostBytes(request))
    throw refusals.FST_REQ_FILE_TOO_LARGE!()
  try {
    return await Promise.race([readFilePart(request), exceedsLimit(request)])
  } catch (error) {
    if (error instanceof ApiError) throw error
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    throw refusals[code]?.() ?? paramError('the body cannot be read', 400)
  }
}
