import { Readable } from 'node:stream'
import type { Locale } from '@handsfree/core/contract'
import { brandInText } from '@handsfree/core/i18n'
import { ZipFile } from 'yazl'
import type { Services } from '../../runtime/services.ts'
import { brandName } from '../catalogue/brand.ts'
import { readAccount } from './read-account.ts'

type ExportServices = Pick<Services, 'db' | 'fileStore' | 'keys' | 'now'>

const readMe: Record<Locale, (brand: string) => string> = {
  'en-US': (brand) =>
    `Everything that ${brand} stores about you. Your data is in account.json, and your photos are in the photos folder.\n`,
  'zh-CN': (brand) =>
    `以下为${brandInText('zh-CN', brand)}存储的与您有关的全部数据。account.json 为文字和数字，photos 为照片。\n`,
}

const replacePhotoUrls = (json: string): string =>
  json.replace(/(?:https?:\/\/[^/"]+)?\/api\/files\/([\w-]{1,64})\?[^"]*/g, 'photos/$1.webp')

/**
 * Streams a traveller's data as a zip, with one photo in memory at a time. Skips photos whose content is missing.
 * Destroy the stream to cancel.
 */
export async function exportZip(services: ExportServices, uin: string): Promise<Readable> {
  const { db, fileStore } = services
  const { locale, pictures, content } = await readAccount(db, services, uin)
  const zip = new ZipFile()
  const options = { mtime: services.now() }
  zip.addBuffer(Buffer.from(readMe[locale](await brandName(db, services, locale))), 'README.txt', options)
  zip.addBuffer(Buffer.from(replacePhotoUrls(JSON.stringify(content, null, 2))), 'account.json', options)
  for (const { fileId, createTime } of pictures) {
    // Streaming readers such as Java's reject stored entries whose size follows the content.
    const deflated = { mtime: createTime, compressionLevel: 1 }
    zip.addReadStreamLazy(`photos/${fileId}.webp`, deflated, (give) => {
      fileStore.read(fileId).then(
        (picture) => give(null, Readable.from(picture ? [picture] : [])),
        (error: unknown) => give(error, Readable.from([])),
      )
    })
  }
  zip.end()
  const stream = Readable.from(zip.outputStream as AsyncIterable<Buffer>)
  // Listen on the zip itself, so that a storage error ends the download.
  ;(zip as unknown as NodeJS.EventEmitter).on('error', (error: Error) => stream.destroy(error))
  return stream
}
