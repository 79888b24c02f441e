import { useIntl } from 'react-intl'
import type { MessageKey } from '../../app/message-key.ts'
import { useApp } from '../../app/useApp.ts'
import { toast } from '../../ui/index.ts'

/** Longer than a call, since the server renders the file first. */
const pdfTimeoutMs = 20_000
export const pdfType = 'application/pdf'

/** Downloads a file of the server, to save it or to share it. */
export function usePdf(path: string, name: string, failedId: MessageKey, type: 'pdf' | 'ofd' = 'pdf') {
  const intl = useIntl()
  const app = useApp()
  const readPdf = async (): Promise<Blob | null> => {
    const endLoading = toast.loading(intl.formatMessage({ id: 'common.loading' }))
    const controller = new AbortController()
    const timer = setTimeout(() => controller.abort(), pdfTimeoutMs)
    try {
      const answer = await fetch(app.api.url(path), {
        headers: app.api.headers(),
        signal: controller.signal,
      })
      return answer.ok ? await answer.blob() : null
    } catch {
      return null
    } finally {
      clearTimeout(timer)
      endLoading()
    }
  }
  const showFailure = () =>
    toast.showUntilClosed(intl.formatMessage({ id: failedId }), intl.formatMessage({ id: 'common.close' }))
  const readThen = async (use: (pdf: Blob) => Promise<void>) => {
    const pdf = await readPdf()
    if (pdf) await use(pdf).catch(showFailure)
    else showFailure()
  }
  return {
    save: () =>
      readThen(async (pdf) => {
        const { saveFile } = await import('../../app/save-file.ts')
        await saveFile(app, pdf, { name, type: `application/${type}` })
      }),
    share: () =>
      readThen((pdf) =>
        navigator.share({ files: [new File([pdf], name, { type: pdfType })] }).catch((error: unknown) => {
          // Closing the browser's sheet isn't a failure.
          if (!(error instanceof DOMException && error.name === 'AbortError')) throw error
        }),
      ),
  }
}
