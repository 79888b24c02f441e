import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getQrSite } from '@handsfree/core/contract'
import sharp from 'sharp'
import { encode } from 'uqr'
import { describe, expect, test, vi } from 'vitest'
import { linesOfTool, useCatalogueFolder } from '../../server/run-tool.ts'
import { useServer, useTraveller } from '../../server/use-server.ts'

const server = useServer({}, { listens: true })
const ada = useTraveller(server)
const { folder, edit } = useCatalogueFolder()

const run = (...args: string[]) => linesOfTool(server, ...args)
const exported = async () => {
  const to = mkdtempSync(join(tmpdir(), 'handsfree-exported-'))
  const { code } = await run('export', to)
  const files = Object.fromEntries(
    readdirSync(to).map((name) => [name, readFileSync(join(to, name), 'utf8')]),
  )
  rmSync(to, { recursive: true, force: true })
  expect(code).toBe(0)
  return files
}

test('imports the template with a report, changes nothing the second time, and exports the same files', async () => {
  const dry = await run('import', folder, '--dry-run')
  expect(dry.out).toContain('created   sites canal-hotel')
  expect((await server.call(getQrSite, { params: { qrId: 'canal-hotel-desk' } })).code).toBe(3002)
  expect(dry.out.at(-1)).toBe('Dry run: nothing was changed.')
  expect(await run('import', folder)).toEqual({ ...dry, out: dry.out.slice(0, -1) })
  expect((await server.call(getQrSite, { params: { qrId: 'canal-hotel-0412' } })).result.roomNumber).toBe(
    '0412',
  )
  expect(await run('import', folder)).toEqual({ code: 0, out: ['No changes.'], errors: [] })

  edit('sites.csv', (text) => text.replace('Canal Hotel', 'Old Canal Hotel'))
  edit('qr-codes.csv', (text) => text.replace('0412,canal-hotel,0412,', '0412,canal-hotel,0412,true'))
  expect((await run('import', folder)).out).toEqual([
    'changed   sites canal-hotel: name',
    'closed    qr-codes canal-hotel-0412',
  ])
  const files = await exported()
  expect(files['sites.csv']).toContain('Old Canal Hotel')
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  expect((await run('import', folder)).out).toEqual(['No changes.'])
  expect(await exported()).toEqual(files)
})

test('reports every mistake in all files with its line, and changes nothing', async () => {
  const before = await exported()
  edit('regions.csv', (text) => text.replace('苏州', ''))
  edit('sites.csv', (text) => text.replace('suzhou,suzhou-hotels,hotel', 'suzhou,no-rule,hostel'))
  edit('vehicles.csv', (text) => text.replace('courier-1', 'nobody'))
  edit('qr-codes.csv', (text) => `${text}demo-airport,canal-hotel,,\n`)
  const { code, out, errors } = await run('import', folder)
  expect([code, out]).toEqual([2, []])
  expect(errors).toEqual([
    '4 mistakes found; nothing was changed. Fix and import again:',
    'qr-codes.csv:5  siteId: the code belongs to pudong-airport-t2; close it and add another (3001)',
    'regions.csv:2  name.zh-CN is missing',
    expect.stringMatching(/^sites\.csv:2 {2}type \(hostel\): /),
    'vehicles.csv:2  courierId: unknown courier nobody (2000)',
  ])
  expect(await exported()).toEqual(before)
})

test('refuses files that are not UTF-8, each once by its first line, and changes nothing', async () => {
  const before = await exported()
  // 苏州 and 运河酒店 in GBK, as a Chinese Excel saves a plain CSV.
  const gbk = new Map([
    ['苏州', 'cbd5d6dd'],
    ['运河酒店', 'd4cbbad3bec6b5ea'],
  ])
  for (const name of ['regions.csv', 'sites.csv']) {
    const text = readFileSync(join(folder, name), 'utf8')
    const parts = text.split(/(苏州|运河酒店)/)
    const bytes = parts.map((part) => Buffer.from(gbk.get(part) ?? part, gbk.has(part) ? 'hex' : 'utf8'))
    writeFileSync(join(folder, name), Buffer.concat(bytes))
  }
  const entry = { announcementId: 'typhoon', title: { 'en-US': 'Typhoon', 'zh-CN': '台\ufffd' } }
  rmSync(join(folder, 'announcements.csv'))
  writeFileSync(join(folder, 'announcements.json'), JSON.stringify([entry, entry], null, 2))
  const vehicles = readFileSync(join(folder, 'vehicles.csv'), 'utf8')
  writeFileSync(join(folder, 'vehicles.csv'), `\ufeff${vehicles}`, 'utf16le')
  const { code, errors } = await run('import', folder)
  expect(code).toBe(2)
  const fix = 'save the file as UTF-8 (in Excel: CSV UTF-8)'
  expect(errors).toEqual([
    '4 mistakes found; nothing was changed. Fix and import again:',
    `announcements.json:6  is not UTF-8, like 1 other line; ${fix}`,
    `regions.csv:2  is not UTF-8; ${fix}`,
    `sites.csv:2  is not UTF-8, like 1 other line; ${fix}`,
    `vehicles.csv:1  is not UTF-8, like 1 other line; ${fix}`,
  ])
  expect(await exported()).toEqual(before)
})

test('refuses a missing or empty folder', async () => {
  expect(await run('import', '/nowhere')).toMatchObject({
    code: 2,
    errors: ['Cannot read the folder /nowhere. Check the path and its permissions.'],
  })
  const empty = mkdtempSync(join(tmpdir(), 'handsfree-empty-'))
  expect((await run('import', empty)).errors).toEqual([
    `No CSV or JSON files in ${empty}. \`export\` writes the files that \`import\` reads.`,
  ])
  rmSync(empty, { recursive: true })
})

test('explains in one line that a folder is not writable', async () => {
  expect(await run('export', join(folder, 'sites.csv', 'copy'))).toEqual({
    code: 2,
    out: [],
    errors: [expect.stringMatching(/^Cannot read or write a file: ENOTDIR: /)],
  })
})

// If the kernel returns ENOENT, recursive `mkdir` loops forever.
test.skipIf(process.platform !== 'linux')('exits if it cannot create a folder', async () => {
  for (const to of ['/proc/copy', '/proc/copy/deeper'])
    expect((await run('export', to)).errors).toEqual([
      "Cannot read or write a file: ENOENT: no such file or directory, mkdir '/proc/copy'",
    ])
})

test('adds, changes, closes and lists single entries, and shows who changed them', async () => {
  const added = await run(
    'catalogue',
    'add',
    'regions',
    'regionId=wuxi',
    'name.en-US=Wuxi',
    'name.zh-CN=无锡',
  )
  expect(added).toEqual({ code: 0, out: ['created   regions wuxi'], errors: [] })
  const changed = await run('catalogue', 'change', 'regions', 'wuxi', 'name.en-US=Wuxi City')
  expect(changed.out).toEqual(['changed   regions wuxi: name'])
  expect((await run('catalogue', 'change', 'regions', 'wuxi')).out).toEqual(['No changes.'])
  expect((await run('catalogue', 'close', 'regions', 'wuxi')).out).toEqual(['closed    regions wuxi'])
  const listed = await run('catalogue', 'regions')
  expect(listed.out.find((line) => line.startsWith('wuxi'))).toMatch(/^wuxi +Wuxi City +无锡 +true$/)
  const log = await run('catalogue', 'log', '--json')
  expect(JSON.parse(log.out.join('')).slice(0, 2)).toMatchObject([
    { action: 701, kind: 'regions', id: 'wuxi', change: 'closed', actor: 'employee:operator' },
    { action: 201, kind: 'regions', id: 'wuxi', change: 'changed', fields: 'name' },
  ])
})

test('lists the open orders of a site that closes or changes its hours', async () => {
  const { orderNumber, delivery } = await ada.paidOrder()
  const intro =
    'These open orders stay as booked, and nobody is notified. Call the travellers, or use `destination` or `cancel`:'
  const site = delivery.siteId ?? ''
  const withHours = (opens: string, closes: string, days: string) =>
    run(
      ...['catalogue', 'change', 'sites', site],
      ...[`hours.opens=${opens}`, `hours.closes=${closes}`, `hours.closedDays=${days}`],
    )
  const named = [
    `changed   sites ${site}: hours`,
    intro,
    `  ${orderNumber}  to there, 2026-11-22 18:00 Hangzhou`,
  ]
  expect((await withHours('', '', '')).out).toEqual(named.slice(0, 1))
  expect((await withHours('06:00', '23:00', 'Mon|2026-11-22')).out).toEqual(named)
  expect((await withHours('06:00', '23:00', 'Sat')).out).toEqual(named.slice(0, 1))
  expect((await withHours('06:00', '18:00', '')).out).toEqual(named)
  const closed = await run('catalogue', 'close', 'sites', 'lakeside-garden-hotel')
  expect(closed.out).toEqual([
    'closed    sites lakeside-garden-hotel',
    intro,
    `  ${orderNumber}  from there, 2026-11-22 14:00 Hangzhou`,
  ])
  const elsewhere = await run('catalogue', 'change', 'sites', site, 'phone=+86 571 0000 0999')
  expect(elsewhere.out).toEqual([`changed   sites ${site}: phone`])
  const reopened = await run('catalogue', 'change', 'sites', 'lakeside-garden-hotel', 'closed=')
  expect(reopened.out).toEqual(['reopened  sites lakeside-garden-hotel'])
})

test('reports a change as made when its open orders cannot be read', async () => {
  const ask = fetch
  vi.stubGlobal('fetch', (input: string | URL, init?: RequestInit) =>
    String(input).includes('/operator/orders')
      ? Promise.resolve(Response.json({ code: 1003, message: 'unexpected', result: null }))
      : ask(input, init),
  )
  expect(await run('catalogue', 'close', 'sites', 'west-kowloon-station')).toEqual({
    code: 0,
    out: [
      'closed    sites west-kowloon-station',
      'Couldn’t read its open orders. They stay as booked; use `list` to see them.',
    ],
    errors: [],
  })
  vi.unstubAllGlobals()
  await run('catalogue', 'change', 'sites', 'west-kowloon-station', 'closed=')
})

test('shows catalogue conflicts without messages for travellers', async () => {
  const changed = await run('catalogue', 'change', 'employees', 'courier-0731', 'role=operator')
  expect(changed).toEqual({
    code: 1,
    out: [],
    errors: [
      '2005 the catalogue has conflicts:',
      'courier-0731  role: is courier and can’t change; add another employee',
      'courier-0731  courierId: needed by courier-0731: unknown courier courier-0731',
    ],
  })
})

test('explains invalid single entries, and refusals of the server', async () => {
  const code = (args: string[]) => run('catalogue', ...args).then(({ errors }) => errors.join('\n'))
  expect(await code(['add', 'regions', 'regionId=a b', 'name.en-US=A'])).toMatch(
    /regionId \(a b\): .*name\.zh-CN is missing\.$/,
  )
  expect(await code(['add', 'regions', 'colour=red'])).toMatch(
    /^Invalid argument colour=red\. Use FIELD=VALUE with one of these fields: regionId, /,
  )
  expect(await code(['hotels'])).toMatch(
    /'hotels' is invalid .* Allowed choices are regions, insurance-plans, /,
  )
  expect(await code(['change', 'regions', 'nowhere'])).toBe(
    'Unknown id nowhere. `catalogue regions` lists valid ids.',
  )
  const rules = (await exported())['price-rules.csv']
  const rule = rules?.split('\n')[1]?.split(',')[0] ?? ''
  expect(await code(['change', 'price-rules', rule, 'pricePerPiece=49.00'])).toBe(
    'pricePerPiece (49.00): must be a whole number; amounts are in minor units, 4900 for 49.00.',
  )
  expect((await exported())['price-rules.csv']).toBe(rules)
  expect(await code(['close', 'regions', 'shanghai'])).toMatch(
    /^7003 .*\nshanghai {2}regionId: needed by hongqiao-airport-t2: region shanghai is closed/,
  )
  expect(await code(['close', 'sites', 'nowhere'])).toMatch(
    /^3002 .*: Unknown site or code\. `catalogue sites` and `catalogue qr-codes` list them\.$/,
  )
  const asCourier = await run('import', folder, '--as', 'courier:0731')
  expect([asCourier.code, asCourier.errors[0]]).toEqual([1, expect.stringMatching(/^1011 /)])
})

describe('code sheets of a site', () => {
  const site = 'lakeside-garden-hotel'
  const there = ['--public', 'https://bags.example/ignored']

  /** The dark and light modules of the code, read from the rendered sheet. */
  async function readCode(svg: Buffer, modules: number): Promise<boolean[][]> {
    const perMm = 10
    const { data, info } = await sharp(svg, { density: 200 })
      .resize(105 * perMm, 148 * perMm, { fit: 'fill' })
      .greyscale()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const side = (56 / modules) * perMm
    const at = (start: number, index: number) => Math.floor(start * perMm + (index + 0.5) * side)
    return Array.from({ length: modules }, (_, y) =>
      Array.from(
        { length: modules },
        (_, x) => data[(at(43, y) * info.width + at(24.5, x)) * info.channels]! < 128,
      ),
    )
  }

  test('draws an SVG per code for the public address, and one PDF of A6 pages', async () => {
    const { code, out, errors } = await run('qr', site, folder, ...there)
    const names = ['desk-demo-hotel-desk.svg', 'room-demo-hotel-room-1208.svg'].map((end) => `${site}-${end}`)
    expect([code, errors, out]).toEqual([0, [], [...names, `${site}.pdf`].map((name) => join(folder, name))])
    for (const [index, qrId] of ['demo-hotel-desk', 'demo-hotel-room-1208'].entries()) {
      const svg = readFileSync(join(folder, names[index]!))
      const expected = encode(`https://bags.example/order/create/${qrId}`, { ecc: 'Q', border: 0 }).data
      expect(await readCode(svg, expected.length)).toEqual(expected)
      expect(svg.toString()).toMatch(/^<svg [^>]*width="105mm" height="148mm"/)
      // Text is drawn as shapes, so printers need no font.
      expect(svg.toString()).not.toMatch(/<text|font-family/)
    }
    const pdf = readFileSync(join(folder, `${site}.pdf`), 'latin1')
    expect(pdf.match(/\/MediaBox \[0 0 297\.6\d+ 419\.5\d+\]/g)?.length).toBe(2)
    expect(pdf).not.toContain('/FontFile')
  })

  test('draws only the codes that are named by id, room or as the desk', async () => {
    const drawn = async (...names: string[]) => {
      const { out } = await run('qr', site, folder, ...there, ...names.flatMap((name) => ['--qr', name]))
      const pdf = readFileSync(join(folder, `${site}.pdf`), 'latin1')
      return [out.slice(0, -1).map((file) => file.split(`${site}-`)[1]), pdf.match(/\/MediaBox/g)?.length]
    }
    const [desk, room] = ['desk-demo-hotel-desk.svg', 'room-demo-hotel-room-1208.svg']
    expect(await drawn('DEMO-hotel-room-1208')).toEqual([[room], 1])
    expect(await drawn('1208')).toEqual([[room], 1])
    expect(await drawn('desk')).toEqual([[desk], 1])
    expect(await drawn('1208', 'demo-hotel-desk', 'desk')).toEqual([[desk, room], 2])
    expect(await run('qr', site, folder, ...there, '--qr', '1209')).toEqual({
      code: 2,
      out: [],
      errors: ['Unknown or closed code 1209. Codes of this site: demo-hotel-desk, demo-hotel-room-1208.'],
    })
  })

  test('refuses this machine’s address, closed codes and unknown sites', async () => {
    expect((await run('qr', site, folder)).errors[0]).toMatch(/only works on this computer\. .*--public/)
    expect((await run('qr', site, folder, '--public', 'bags')).errors[0]).toMatch(/^Invalid --public bags\./)
    expect((await run('qr', 'nowhere', folder, ...there)).errors[0]).toMatch(/^Unknown site nowhere\./)
    expect((await run('qr', 'kai-tak-cruise-terminal', folder, ...there)).errors).toEqual([
      'kai-tak-cruise-terminal is closed or has no QR code. `catalogue qr-codes` lists the codes.',
    ])
    await run('catalogue', 'close', 'qr-codes', 'demo-airport')
    expect((await run('qr', 'pudong-airport-t2', folder, ...there)).code).toBe(2)
  })

  test('reports a character that the font lacks', async () => {
    await run('catalogue', 'change', 'sites', 'riverbend-hotel', 'name.zh-CN=𪚥酒店')
    expect((await run('qr', 'riverbend-hotel', folder, ...there)).errors).toEqual([
      'The sheets’ font lacks “𪚥”. Change the text.',
    ])
  })
})
