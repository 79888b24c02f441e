import { patternOf } from '@handsfree/core/api'
import { operatorSignPhoto, operatorUploadPhoto } from '@handsfree/core/contract'
import { errorCodes } from '@handsfree/core/lib'
import { and, eq } from 'drizzle-orm'
import * as v from 'valibot'
import { accessDenied, canSee, mayAct } from '../domain/crew/scope.ts'
import { fileIdOf, signFileUrl } from '../domain/files/file-url.ts'
import { files } from '../domain/files/files.table.ts'
import { refuseEmployeePhoto, storeFile } from '../domain/files/files.ts'
import { readOrder } from '../domain/orders/find-orders.ts'
import { orderNotFound } from '../domain/orders/refusals.ts'
import { takePhoto } from '../runtime/files/photo-intake.ts'
import { ApiError } from '../runtime/http/api-error.ts'
import { successEnvelope } from '../runtime/http/call.ts'
import { identifyCaller } from '../runtime/http/caller.ts'
import type { DomainPlugin } from '../runtime/http/domain.ts'
import { route } from '../runtime/http/route.ts'

export const photoUploadPlugin: DomainPlugin = (app, services) => {
  const { db } = services
  // Not a `route`: an upload can take a minute, which is too long for a transaction.
  app.post(`/api${patternOf(operatorUploadPhoto)}`, async (request) => {
    const { employee } = await identifyCaller(request, operatorUploadPhoto, services)
    const params = v.safeParse(operatorUploadPhoto.params, request.params)
    const order = params.success ? await readOrder(db, params.output.orderId) : null
    if (!order || !employee || !canSee(employee, order)) throw orderNotFound()
    if (!mayAct(employee, operatorUploadPhoto.path, order)) throw accessDenied()
    const { employeeId } = employee
    await refuseEmployeePhoto(db, employeeId, order, services.now())
    const image = await takePhoto(`employee:${employeeId}`, request)
    const { uin, orderId } = order
    const fileId = await storeFile(db, services, uin, image, { employeeId, orderId })
    return successEnvelope(operatorUploadPhoto, {
      url: signFileUrl(services, fileId),
      width: image.width,
      height: image.height,
    })
  })

  route(app, services, operatorSignPhoto, async ({ tx, employee, query: { url } }) => {
    const fileId = fileIdOf(url) ?? ''
    const [file] = await tx
      .select({ width: files.width, height: files.height })
      .from(files)
      .where(and(eq(files.fileId, fileId), eq(files.employeeId, employee.employeeId)))
    if (!file) throw new ApiError(errorCodes.notFound, 'not found')
    return { url: signFileUrl(services, fileId), ...file }
  })
}
