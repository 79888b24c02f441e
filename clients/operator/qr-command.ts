import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { currentBrand } from '@handsfree/core/catalogue'
import { type Catalogue, operatorGetCatalogue } from '@handsfree/core/contract'
import { loadMessages } from '@handsfree/core/i18n'
import { makeFolder } from './make-folder.ts'
import { type Session, UsageError } from './session.ts'
import { addValue, type Tool } from './tool.ts'

const isLoopback = (url: string): boolean => /^(localhost|127\.[\d.]+|\[::1\])$/.test(new URL(url).hostname)

/** Returns the origin of printed codes. Throws `UsageError` for a loopback address. */
function addressOf(publicOption: string | undefined, publicUrl: string | null, url: string): string {
  if (publicOption !== undefined && !URL.canParse(publicOption)) {
    throw new UsageError(`Invalid --public ${publicOption}. Use an address such as https://bags.example.`)
  }
  if (publicOption === undefined && publicUrl === null && isLoopback(url)) {
    throw new UsageError(
      `${url} only works on this computer. Pass the travellers’ address with --public, or set PUBLIC_URL on the server.`,
    )
  }
  return new URL(publicOption ?? publicUrl ?? url).origin
}

type Code = Catalogue['qrCodes'][number]

/** Filters codes by QR id or room number; all without filters. */
function selectCodes(codes: readonly Code[], wantedNames: readonly string[]): Code[] {
  const isNamed = ({ qrId, roomNumber }: Code, name: string) =>
    [qrId, roomNumber ?? 'desk'].some((one) => one.toLowerCase() === name.toLowerCase())
  const unknown = wantedNames.find((name) => !codes.some((code) => isNamed(code, name)))
  if (unknown !== undefined) {
    const names = codes.map(({ qrId }) => qrId).join(', ')
    throw new UsageError(`Unknown or closed code ${unknown}. Codes of this site: ${names}.`)
  }
  return codes.filter((code) => wantedNames.length === 0 || wantedNames.some((name) => isNamed(code, name)))
}

type QrOptions = { qr?: string[]; public?: string }

async function writeSheets(session: Session, siteId: string, folder = '.', options: QrOptions = {}) {
  const { publicUrl, catalogue } = await session.call(operatorGetCatalogue, { query: {} })
  const address = addressOf(options.public, publicUrl, session.url)
  const site = catalogue.sites.find((one) => one.siteId === siteId)
  if (!site) throw new UsageError(`Unknown site ${siteId}. \`catalogue sites\` lists them.`)
  const codes = catalogue.qrCodes.filter((code) => code.siteId === siteId && !code.closed)
  if (site.closed || codes.length === 0)
    throw new UsageError(`${siteId} is closed or has no QR code. \`catalogue qr-codes\` lists the codes.`)
  const printedCodes = selectCodes(codes, options.qr ?? [])
  const messages = { 'en-US': await loadMessages('en-US'), 'zh-CN': await loadMessages('zh-CN') }
  // Lazy, because fonts load slowly and only this command needs them.
  const [{ drawSheet }, { toPdf, toSvg }] = await Promise.all([
    import('./qr-sheet.ts'),
    import('./write-sheets.ts'),
  ])
  await makeFolder(folder)
  const writtenFiles: string[] = []
  const write = async (name: string, content: string | Buffer) => {
    await writeFile(join(folder, name), content)
    writtenFiles.push(join(folder, name))
  }
  const brand = currentBrand(catalogue.brands, Date.now()) ?? null
  const sheets = []
  for (const { qrId, roomNumber } of printedCodes.sort(
    (one, other) => Number(one.roomNumber !== null) - Number(other.roomNumber !== null),
  )) {
    const url = `${address}/order/create/${qrId}`
    const sheet = await drawSheet({ brand, qrId, url, siteName: site.name, roomNumber }, messages)
    sheets.push(sheet)
    await write(`${siteId}-${roomNumber === null ? 'desk' : 'room'}-${qrId}.svg`, toSvg(sheet))
  }
  await write(`${siteId}.pdf`, await toPdf(sheets))
  return writtenFiles
}

export function addQrCommand({ program, run }: Tool): void {
  program
    .command('qr')
    .description('write printable A6 sheets of a site’s QR codes: one SVG each and one PDF')
    .argument('<site>')
    .argument('[folder]', 'output folder (default: the current one)')
    .option('--qr <code>', 'only this code, room or `desk`; can be repeated', addValue)
    .option('--public <url>', 'address of the travellers’ app')
    .action(run(writeSheets, (files: string[]) => files))
}
