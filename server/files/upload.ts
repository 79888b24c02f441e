import { errorCodes } from '@handsfree/core/api'
import { policy } from '@handsfree/core/policy'
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../http/api-error.ts'

/** Bytes of one picture. */
export const maxUploadBytes = policy.maxImageMb * 1024 * 1024

const refuse = (message: string, status: number) => new ApiError(errorCodes.paramError, message, { status })

const refusals: Record<string, () => ApiError> = {
  FST_REQ_FILE_TOO_LARGE: () => refuse(`larger than ${policy.maxImageMb} MB`, 413),
  FST_FILES_LIMIT: () => refuse('one file at a time', 400),
  FST_PARTS_LIMIT: () => refuse('one file at a time', 400),
  FST_FIELDS_LIMIT: () => refuse('one file at a time', 400),
}

/** The one part named `file` of a multipart body. Throws 1008: too large (413), no multipart (415), anything else (400). */
export async function readUpload(request: FastifyRequest): Promise<Buffer> {
  if (!request.isMultipart()) throw refuse('the body must be multipart/form-data', 415)
  // An honest client is told before it has sent everything.
  if (Number(request.headers['content-length'] ?? 0) > maxUploadBytes + 16 * 1024)
    throw refusals.FST_REQ_FILE_TOO_LARGE!()
  try {
    let content: Buffer | null = null
    for await (const part of request.parts()) {
      if (part.type !== 'file' || part.fieldname !== 'file' || content)
        throw refuse('one part named file', 400)
      content = await part.toBuffer()
    }
    if (!content) throw refuse('one part named file', 400)
    return content
  } catch (error) {
    if (error instanceof ApiError) throw error
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    throw refusals[code]?.() ?? refuse('the body cannot be read', 400)
  }
}
