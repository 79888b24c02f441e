import type { Platform } from '@handsfree/core'

export class UploadError extends Error {
  override name = 'UploadError'
}

const extension = (type: string) => (type === 'image/png' ? 'png' : type === 'image/webp' ? 'webp' : 'jpg')

/** One multipart part named `file`. Uses XMLHttpRequest, because `fetch` doesn't report upload progress. */
export const upload: Platform['upload'] = ({ url, headers, image, timeoutMs, signal, onProgress }) =>
  new Promise((resolve, reject) => {
    const { source } = image
    if (!(source instanceof Blob)) return reject(new UploadError('no image'))
    if (signal.aborted) return reject(new UploadError('abort'))
    const request = new XMLHttpRequest()
    const abort = () => request.abort()
    const refuse = ({ type }: ProgressEvent) => reject(new UploadError(type))
    request.open('POST', url)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.timeout = timeoutMs
    request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) onProgress(loaded / total)
    }
    request.onload = () => resolve(request.responseText)
    request.onerror = refuse
    request.ontimeout = refuse
    request.onabort = refuse
    request.onloadend = () => signal.removeEventListener('abort', abort)
    signal.addEventListener('abort', abort)
    const body = new FormData()
    body.append('file', source, `photo.${extension(source.type)}`)
    request.send(body)
  })
