import { listSitePictures, uploadSitePicture } from '@handsfree/core/contract'
import { errorCodes } from '@handsfree/core/lib'
import { findSitePictures, hashOf, storeSitePicture } from '../domain/catalogue/site-pictures.ts'
import { readContent } from '../domain/files/files.ts'
import { takePhoto } from '../runtime/files/photo-intake.ts'
import { ApiError } from '../runtime/http/api-error.ts'
import { successEnvelope } from '../runtime/http/call.ts'
import { identifyCaller } from '../runtime/http/caller.ts'
import type { DomainPlugin } from '../runtime/http/domain.ts'
import { route } from '../runtime/http/route.ts'

/** Prevents a picture opened as a page from running anything. */
const pictureOnly = "sandbox; default-src 'none'"

export const sitePicturesPlugin: DomainPlugin = (app, services) => {
  // Not a `route`: an upload can take a minute, which is too long for a transaction.
  app.post(`/api${uploadSitePicture.path}`, async (request) => {
    const { employee } = await identifyCaller(request, uploadSitePicture, services)
    let sourceHash = ''
    const image = await takePhoto(`employee:${employee!.employeeId}`, request, (upload) => {
      sourceHash = hashOf(upload)
    })
    return successEnvelope(uploadSitePicture, await storeSitePicture(services, sourceHash, image))
  })

  route(app, services, listSitePictures, ({ tx }) => findSitePictures(tx))

  app.get<{ Params: { name: string } }>('/api/site-pictures/:name', async (request, reply) => {
    const [, hash] = /^([0-9a-f]{64})\.webp$/.exec(request.params.name) ?? []
    const content = hash ? await readContent(services, hash) : null
    if (!content) throw new ApiError(errorCodes.notFound, 'not found')
    return (
      reply
        .header('content-type', 'image/webp')
        // The name is the content hash.
        .header('cache-control', 'public, max-age=31536000, immutable')
        .header('content-disposition', 'inline')
        .header('content-security-policy', pictureOnly)
        .send(content)
    )
  })
}
