import { policy } from '@handsfree/core/policy'
import type { FastifyRequest } from 'fastify'
import { ApiError, paramError } from '../http/api-error.ts'

export const maxUploadBytes = policy.maxImageMb * 1024 * 1024

const refusals: Record<string, () => ApiError> = {
  FST_REQ_FILE_TOO_LARGE: () => paramError(`larger than ${policy.maxImageMb} MB`, 413),
  FST_FILES_LIMIT: () => paramError('send one file per request', 400),
  FST_PARTS_LIMIT: () => paramError('send one file per request', 400),
  FST_FIELDS_LIMIT: () => paramError('send one file per request', 400),
}

/** Multipart overhead in bytes. */
const multipartOverheadBytes = 4 * 1024

/** Maximum bytes of a body. Without a content length, it may be endless. */
const maxBodyBytes = ({ headers }: FastifyRequest): number =>
  headers['content-length'] === undefined ? maxUploadBytes : maxUploadBytes + multipartOverheadBytes

async function readFilePart(request: FastifyRequest): Promise<Buffer> {
  let content: Buffer | null = null
  for await (const part of request.parts()) {
    if (part.type !== 'file' || part.fieldname !== 'file' || content)
      throw paramError('the body must have one part named file', 400)
    content = await part.toBuffer()
  }
  if (!content) throw paramError('the body must have one part named file', 400)
  return content
}

/** Rejects once the body exceeds its limit, including chunk framing. */
const rejectAboveLimit = (request: FastifyRequest): Promise<never> =>
  new Promise((_, reject) => {
    const { raw } = request
    const maxBytes = maxBodyBytes(request)
    const bytesBefore = raw.socket.bytesRead
    let arrived = 0
    raw.on('data', (chunk: Buffer) => {
      arrived += chunk.length
      if (arrived <= maxBytes && !(raw.socket.bytesRead - bytesBefore > maxBytes)) return
      // Pause immediately: a fast connection would send hundreds of KB before the rejection is written.
      raw.unpipe()
      raw.pause()
      raw.socket.pause()
      reject(refusals.FST_REQ_FILE_TOO_LARGE!())
    })
  })

/** Reads the single part named `file`. Throws 1008: 413 if it's too large, 415 if it isn't multipart, else 400. */
export async function readUpload(request: FastifyRequest): Promise<Buffer> {
  if (!request.isMultipart()) throw paramError('the body must be multipart/form-data', 415)
  // Reject by content length before the body is sent.
  if (Number(request.headers['content-length'] ?? 0) > maxBodyBytes(request))
    throw refusals.FST_REQ_FILE_TOO_LARGE!()
  try {
    return await Promise.race([readFilePart(request), rejectAboveLimit(request)])
  } catch (error) {
    if (error instanceof ApiError) throw error
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    throw refusals[code]?.() ?? paramError('could not read the body', 400)
  }
}
