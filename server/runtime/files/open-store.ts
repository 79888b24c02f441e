import { join } from 'node:path'
import { newId, type Random } from '../random.ts'
import type { FileStore } from '../services.ts'
import type { Settings } from '../settings/settings.ts'
import { StartError } from '../start-error.ts'
import { createDiskStore } from './disk-store.ts'
import { otherFoldersMessage, registerFolder } from './one-folder.ts'
import { createS3Store, StorageError } from './s3-store.ts'

const causeOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown'
  return error.cause instanceof Error && error.cause.message ? error.cause.message : error.message
}

function toStartError(error: unknown, { endpoint, bucket, region }: NonNullable<Settings['s3']>): StartError {
  if (!(error instanceof StorageError)) {
    return new StartError(`Cannot reach S3_ENDPOINT ${endpoint}: ${causeOf(error)}`)
  }
  const { status, method } = error
  if (status === 404)
    return new StartError(`S3_BUCKET ${bucket} does not exist at ${endpoint}. Create it first.`)
  if (status === 301 || status === 307 || status === 400) {
    return new StartError(
      `S3_BUCKET ${bucket} is not in S3_REGION ${region} at ${endpoint} (${status}). Set S3_REGION to the bucket’s region.`,
    )
  }
  if (status === 401 || status === 403) {
    return new StartError(
      `S3_ACCESS_KEY_ID can’t ${method} in the bucket ${bucket} (${status}). Allow it to put, get and delete objects, and check S3_SECRET_ACCESS_KEY.`,
    )
  }
  return new StartError(`${endpoint} responded with ${status} to a ${method} in the bucket ${bucket}.`)
}

/** Writes, reads and deletes a test object. Throws `StartError` if the bucket or a permission is missing. */
async function verifyStore(store: FileStore, s3: NonNullable<Settings['s3']>, random: Random): Promise<void> {
  const key = `start-${newId(random)}`
  const content = Buffer.from(key)
  try {
    await store.write(key, content)
    const read = await store.read(key)
    await store.remove(key)
    if (read?.equals(content)) return
  } catch (error) {
    throw toStartError(error, s3)
  }
  throw new StartError(
    `S3_BUCKET ${s3.bucket} at ${s3.endpoint} returned another content than was stored. Check the storage service.`,
  )
}

/**
 * Opens and tests the photo storage. Throws `StartError` if it's unusable. Instances must share it: a second folder
 * is an error in production and a warning in the demo.
 */
export async function openFileStore(
  { s3, dataFolder, databaseUrl, postgres, demo }: Settings,
  { warn, random }: { warn: (message: string) => void; random: Random },
): Promise<{ fileStore: FileStore; close(): Promise<void> }> {
  if (s3) {
    const fileStore = createS3Store(s3)
    await verifyStore(fileStore, s3, random)
    return { fileStore, close: async () => {} }
  }
  const folder = join(dataFolder, 'files')
  const fileStore = createDiskStore(folder, random)
  if (!databaseUrl) return { fileStore, close: async () => {} }
  const { isShared, close } = await registerFolder(postgres.directUrl ?? databaseUrl, folder, random)
  if (!isShared) {
    if (demo) warn(otherFoldersMessage)
    else {
      await close()
      throw new StartError(otherFoldersMessage)
    }
  }
  return { fileStore, close }
}
