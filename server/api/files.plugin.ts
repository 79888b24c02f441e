import multipart from '@fastify/multipart'
import { Id, signFile, uploadFile } from '@handsfree/core/contract'
import { errorCodes } from '@handsfree/core/lib'
import { and, eq } from 'drizzle-orm'
import * as v from 'valibot'
import { fileIdOf, isSignedFile, signFileUrl } from '../domain/files/file-url.ts'
import { files } from '../domain/files/files.table.ts'
import { readContent, refuseTooMany, storeUpload } from '../domain/files/files.ts'
import { takePhoto } from '../runtime/files/photo-intake.ts'
import { maxUploadBytes } from '../runtime/files/upload.ts'
import { ApiError } from '../runtime/http/api-error.ts'
import { successEnvelope } from '../runtime/http/call.ts'
import { identifyCaller, sentTokenHash } from '../runtime/http/caller.ts'
import type { DomainPlugin } from '../runtime/http/domain.ts'
import { route } from '../runtime/http/route.ts'

/** Prevents a picture opened as a page from running anything. */
const pictureOnly = "sandbox; default-src 'none'"

const SignedFile = v.object({
  params: v.strictObject({ fileId: Id }),
  query: v.strictObject({
    expires: v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.toNumber()),
    signature: v.pipe(v.string(), v.maxLength(100)),
  }),
})

export const filesPlugin: DomainPlugin = async (app, services) => {
  const { callers, db, now } = services
  await app.register(multipart, { limits: { files: 1, fields: 0, parts: 1, fileSize: maxUploadBytes } })

  // Not a `route`: an upload can take a minute, which is too long for a transaction.
  app.post(`/api${uploadFile.path}`, async (request) => {
    const { traveller } = await identifyCaller(request, uploadFile, services)
    const { uin } = traveller!
    await refuseTooMany(db, uin, now())
    const image = await takePhoto(`traveller:${uin}`, request)
    const fileId = await storeUpload(services, uin, image)
    return successEnvelope(uploadFile, {
      url: signFileUrl(services, fileId),
      width: image.width,
      height: image.height,
    })
  })

  route(app, services, signFile, async ({ tx, traveller, query: { url } }) => {
    const fileId = fileIdOf(url) ?? ''
    const [file] = await tx
      .select({ width: files.width, height: files.height })
      .from(files)
      .where(and(eq(files.fileId, fileId), eq(files.uin, traveller.uin)))
    if (!file) throw new ApiError(errorCodes.notFound, 'not found')
    return { url: signFileUrl(services, fileId), ...file }
  })

  app.get('/api/files/:fileId', async (request, reply) => {
    const notFound = new ApiError(errorCodes.notFound, 'not found')
    const sent = v.safeParse(SignedFile, { params: request.params, query: request.query })
    if (!sent.success) throw notFound
    const { params, query } = sent.output
    if (!isSignedFile(services, params.fileId, query)) throw notFound
    // An `<img>` can't send a token, so the signature authenticates. Still reject another traveller's token.
    if (request.headers.token !== undefined) {
      const tokenHash = sentTokenHash(request)
      const reader = tokenHash && (await callers.findTraveller(tokenHash))
      const [file] = await db.select({ uin: files.uin }).from(files).where(eq(files.fileId, params.fileId))
      if (!reader || reader.uin !== file?.uin) throw notFound
    }
    const content = await readContent(services, params.fileId)
    if (!content) throw notFound
    return (
      reply
        .header('content-type', 'image/webp')
        // The browser cache outlives a sign-out.
        .header('cache-control', 'no-store')
        .header('content-disposition', 'inline')
        .header('content-security-policy', pictureOnly)
        .send(content)
    )
  })
}
