import { Readable } from 'node:stream'
import type { Locale } from '@handsfree/core/contract'
import { ZipFile } from 'yazl'
import type { Services } from '../../runtime/services.ts'
import { readAccount } from './read-account.ts'

type ExportServices = Pick<Services, 'db' | 'fileStore' | 'keys' | 'now'>

const readMe: Record<Locale, string> = {
  'en-US':
    'Everything that Handsfree has stored about you. account.json holds the words and numbers, photos the pictures.\n',
  'zh-CN': 'Handsfree 存储的与您有关的全部数据。account.json 为文字和数字，photos 为照片。\n',
}

/** Pictures by their names in the zip, in place of addresses that end. */
const named = (json: string): string =>
  json.replace(/(?:https?:\/\/[^/"]+)?\/api\/files\/([\w-]{1,64})\?[^"]*/g, 'photos/$1.webp')

/**
 * Everything about a traveller as a zip that is made while it is read: one picture is in memory at a time. A picture
 * whose content is gone is left out. Destroy the stream to stop.
 */
export async function exportZip(services: ExportServices, uin: string): Promise<Readable> {
  const { db, fileStore } = services
  const { locale, pictures, content } = await readAccount(db, services, uin)
  const zip = new ZipFile()
  const options = { mtime: services.now() }
  zip.addBuffer(Buffer.from(readMe[locale]), 'README.txt', options)
  zip.addBuffer(Buffer.from(named(JSON.stringify(content, null, 2))), 'account.json', options)
  for (const { fileId, createTime } of pictures) {
    // Streaming readers, such as Java's, refuse stored entries whose size comes after the content.
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
  // `on` of the zip itself: a storage that fails ends the download.
  ;(zip as unknown as NodeJS.EventEmitter).on('error', (error: Error) => stream.destroy(error))
  return stream
}
