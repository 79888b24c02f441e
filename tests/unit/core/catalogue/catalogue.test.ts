import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import {
  catalogueChanges,
  checkCatalogue,
  emptyCatalogue,
  readCatalogueFiles,
  writeCatalogueFiles,
} from '@handsfree/core/catalogue'
import { expect, it } from 'vitest'

const folder = fileURLToPath(new URL('../../../../server/demo/catalogue/', import.meta.url))
const demoFiles = readdirSync(folder).map((name) => ({ name, text: readFileSync(folder + name, 'utf8') }))

const mistakesOf = (name: string, text: string) =>
  readCatalogueFiles([{ name, text }]).mistakes.map(({ file, line, message }) => `${file}:${line} ${message}`)

const changesOf = (...given: Parameters<typeof catalogueChanges>) =>
  [...catalogueChanges(...given)].filter((change) => change !== null)

it('reads the demo catalogue without mistakes, and rereads its own output unchanged', () => {
  const demo = readCatalogueFiles(demoFiles)
  expect([demo.mistakes, checkCatalogue(emptyCatalogue(), demo.catalogue)]).toEqual([[], []])
  expect([demo.catalogue.sites.length, demo.catalogue.qrCodes.length]).toEqual([16, 6])
  const again = readCatalogueFiles(writeCatalogueFiles(demo.catalogue))
  expect([again.mistakes, again.catalogue]).toEqual([[], demo.catalogue])
  expect(changesOf(demo.catalogue, again.catalogue)).toEqual([])
})

it('reads JSON and CSV alike, with defaults for optional columns', () => {
  const text = JSON.stringify([{ qrId: 'desk', siteId: 'hotel' }])
  const csv = '\ufeffqrId , siteId\r\n\r\n desk , hotel \r\n'
  const expected = [{ qrId: 'desk', siteId: 'hotel', roomNumber: null, closed: false }]
  expect(readCatalogueFiles([{ name: 'qr-codes.json', text }]).catalogue.qrCodes).toEqual(expected)
  expect(readCatalogueFiles([{ name: 'qr-codes.csv', text: csv }]).catalogue.qrCodes).toEqual(expected)
})

it('escapes cells that a spreadsheet would run as formulas, and rereads them unchanged', () => {
  const demo = readCatalogueFiles(demoFiles).catalogue
  const names = [
    '=1+1',
    '@SUM(A1)',
    "+cmd|' /C calc'!A0",
    '-2+3',
    "'=1",
    'plain',
    '+86 571 0000 0018',
    '-12.5',
  ]
  const sites = names.map((name, index) => ({
    ...demo.sites[0]!,
    siteId: `site-${index}`,
    name: { 'en-US': name, 'zh-CN': name },
  }))
  const files = writeCatalogueFiles({ ...demo, sites })
  const [text = ''] = files.filter(({ name }) => name === 'sites.csv').map((file) => file.text)
  expect(text).toContain(`,'=1+1,'=1+1,`)
  expect(text).toContain(',+86 571 0000 0018,+86 571 0000 0018,')
  expect(readCatalogueFiles(files).catalogue.sites.map(({ name }) => name['en-US'])).toEqual(names)
})

it('refuses a table of 200,000 columns, and JSON nested 100,000 deep', () => {
  const columns = Array.from({ length: 200_000 }, (_, index) => `c${index}`).join(',')
  expect(mistakesOf('sites.csv', columns)).toHaveLength(20)
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
  expect(mistakesOf('sites.json', deep)).toEqual(['sites.json:1 is nested too deeply'])
})

it('ignores empty trailing columns, and refuses cells in them', () => {
  const codes = 'qrId,siteId,roomNumber,closed,,\ncanal-hotel-desk,canal-hotel,,,,\n,,,,,\n'
  expect(readCatalogueFiles([{ name: 'qr-codes.csv', text: codes }])).toMatchObject({
    mistakes: [],
    catalogue: { qrCodes: [{ qrId: 'canal-hotel-desk', siteId: 'canal-hotel', roomNumber: null }] },
  })
  expect(mistakesOf('qr-codes.csv', `${codes}a,b,,,,x\n`)).toEqual([
    'qr-codes.csv:4 has 6 cells for 4 columns',
  ])
})

it('suggests 00:00 for midnight, and deleting files that macOS adds', () => {
  expect(mistakesOf('sites.csv', 'siteId,hours.opens,hours.closes\na,07:00,24:00')).toContain(
    'sites.csv:2 hours.closes (24:00): must be 00:00 for midnight',
  )
  expect(mistakesOf('._sites.csv', '')).toEqual([
    '._sites.csv:1 isn’t a table; macOS adds such files to copies. Delete it and keep sites.csv',
  ])
})

it.each([
  ['CST', 'timeZone: CST is ambiguous; use a city, such as Asia/Shanghai'],
  ['EST', 'timeZone: EST is ambiguous; use a city, such as Asia/Shanghai'],
  ['Etc/GMT+8', 'timeZone: Etc/GMT+8 is ambiguous; use a city, such as Asia/Shanghai'],
  ['Asia/Shanghai', null],
  ['America/Argentina/Buenos_Aires', null],
])('checks the time zone %s of a new site: %s', (timeZone, fault) => {
  const { catalogue } = readCatalogueFiles(demoFiles)
  const [site, ...others] = catalogue.sites
  const given = { ...catalogue, sites: [{ ...site!, timeZone }, ...others] }
  const faults = (current: typeof catalogue) =>
    checkCatalogue(current, given).map(({ id, field, message }) => `${id} ${field}: ${message}`)
  expect(faults(emptyCatalogue())).toEqual(fault ? [`${site?.siteId} ${fault}`] : [])
  // Sites stored by an older release may still be changed in other fields.
  expect(faults(given)).toEqual([])
})

it('refuses a site at 0, 0', () => {
  const { catalogue } = readCatalogueFiles(demoFiles)
  const [site, ...others] = catalogue.sites
  const given = { ...catalogue, sites: [{ ...site!, latitude: 0, longitude: 0 }, ...others] }
  expect(checkCatalogue(emptyCatalogue(), given).map(({ field, message }) => `${field}: ${message}`)).toEqual(
    [
      'latitude: 0, 0 is in the Atlantic; enter the place’s coordinates, such as latitude 31.3117, longitude 120.6295',
    ],
  )
})

it('reports every mistake in a table with its line', () => {
  const rules = [
    'priceRuleId,currency,pricePerPiece,freePieces,nthPieceDiscount.nth',
    'a,CNY,4900,,',
    'b,EUR,-1,,',
    '',
    'c,CNY,forty,1,2',
    'a,CNY,4900,,',
    'd,CNY',
  ].join('\n')
  expect(mistakesOf('price-rules.csv', rules)).toEqual([
    'price-rules.csv:7 has 2 cells for 5 columns',
    'price-rules.csv:3 currency (EUR): Invalid type: Expected ("CNY" | "HKD" | "USD") but received "EUR"',
    'price-rules.csv:3 pricePerPiece (-1): Invalid value: Expected >=0 but received -1',
    'price-rules.csv:5 pricePerPiece (forty): must be a number such as 4900 or 31.5',
    'price-rules.csv:5 nthPieceDiscount.percentOff is missing',
    'price-rules.csv:6 a is already on line 2 of price-rules.csv',
  ])
  expect(mistakesOf('regions.csv', 'regionId,name,colour\nx,y,z')).toEqual([
    'regions.csv:1 unknown column name; columns: regionId, name.en-US, name.zh-CN, closed',
    'regions.csv:1 unknown column colour; columns: regionId, name.en-US, name.zh-CN, closed',
  ])
  expect(mistakesOf('regions.csv', 'regionId,name.en-US\n"x,y')[0]).toMatch(/^regions\.csv:\d /)
})

it('reads spreadsheet exports with semicolons, tabs, a sep= line and times such as 6:00', () => {
  const tables = [',', ';', '\t'].flatMap((cut) =>
    ['', '\ufeff', `sep=${cut}\n`, `\ufeffsep=${cut}\r\n`].map(
      (first) =>
        `${first}regionId${cut}name.en-US${cut}name.zh-CN\r\nwuxi${cut}"Wuxi; 🏨, فندق"${cut}无锡\r\n`,
    ),
  )
  const regions = [{ regionId: 'wuxi', name: { 'en-US': 'Wuxi; 🏨, فندق', 'zh-CN': '无锡' }, closed: false }]
  for (const text of tables) {
    const { catalogue, mistakes } = readCatalogueFiles([{ name: 'Regions.CSV', text }])
    expect([text, mistakes, catalogue.regions]).toEqual([text, [], regions])
  }
  expect(mistakesOf('regions.csv', 'sep=;\nregionId;name.en-US;name.zh-CN\nwuxi;Wuxi;')).toEqual([
    'regions.csv:3 name.zh-CN is missing',
  ])
  const sites = demoFiles.find(({ name }) => name === 'sites.csv')!.text
  expect(mistakesOf('sites.csv', sites.replaceAll(',06:00,', ',6:00:00,'))).toEqual([])
  const read = (text: string) => readCatalogueFiles([{ name: 'sites.csv', text }]).catalogue
  expect(sites).toContain(',06:00,')
  expect(read(sites.replaceAll(',06:00,', ',6:00,'))).toEqual(read(sites))
})

it('reads closed days, including dates as spreadsheets write them', () => {
  const sites = demoFiles.find(({ name }) => name === 'sites.csv')!.text.split(/\r?\n/)
  const station = sites.find((row) => row.includes(',06:00,23:00,'))!
  const withDays = (days: string) =>
    [
      sites[0]!.replace('hours.closes,', 'hours.closes,hours.closedDays,'),
      station.replace(',06:00,23:00,', `,06:00,23:00,${days},`),
    ].join('\n')
  const text = withDays('Sun|2027-02-06| 2027/2/7')
  const { catalogue, mistakes } = readCatalogueFiles([{ name: 'sites.csv', text }])
  expect([mistakes, catalogue.sites.map(({ hours }) => hours)]).toEqual([
    [],
    [{ opens: '06:00', closes: '23:00', closedDays: ['Sun', '2027-02-06', '2027-02-07'] }],
  ])
  for (const day of ['sunday', '2027-02-30', '06/02/2027', '0']) {
    expect(mistakesOf('sites.csv', withDays(`Sun|${day}`))).toEqual([
      `sites.csv:2 hours.closedDays.1 (${day}): must be a day such as Sun or 2027-02-06`,
    ])
  }
  expect(mistakesOf('sites.csv', withDays('Mon|Tue|Wed|Thu|Fri|Sat|Sun'))).toEqual([
    'sites.csv:2 hours.closedDays: has every day of the week; close the site instead',
  ])
})

it('explains swapped coordinates and decimal commas', () => {
  const sites = demoFiles.find(({ name }) => name === 'sites.csv')!.text
  const [, latitude = '', longitude = ''] = /,(\d+\.\d+),(\d+\.\d+),/.exec(sites) ?? []
  expect(
    mistakesOf('sites.csv', sites.replace(`,${latitude},${longitude},`, `,${longitude},${latitude},`)),
  ).toEqual([`sites.csv:2 latitude (${longitude}): is above 90: is it the longitude?`])
  const comma = latitude.replace('.', ',')
  expect(mistakesOf('sites.csv', sites.replace(`,${latitude},`, `,"${comma}",`))).toEqual([
    `sites.csv:2 latitude (${comma}): must be a number such as 4900 or 31.5`,
  ])
})

it('refuses an amount with a decimal point instead of minor units', () => {
  const head = 'priceRuleId,currency,pricePerPiece'
  expect(mistakesOf('price-rules.csv', `${head}\na,CNY,49.00\nb,CNY,49.50`)).toEqual(
    ['2 pricePerPiece (49.00)', '3 pricePerPiece (49.50)'].map(
      (at) => `price-rules.csv:${at}: must be a whole number; amounts are in minor units, 4900 for 49.00`,
    ),
  )
  const plans = 'planId,regionId,name.en-US,name.zh-CN,currency,tiers'
  expect(mistakesOf('insurance-plans.csv', `${plans}\na,b,A,A,CNY,3000.00:0`)).toEqual([
    'insurance-plans.csv:2 tiers.0.coverPerPiece (3000.00): must be a whole number; amounts are in minor units, 4900 for 49.00',
  ])
  const json = JSON.stringify([{ priceRuleId: 'a', currency: 'CNY', pricePerPiece: 49.5 }])
  expect(mistakesOf('price-rules.json', json)).toEqual([
    'price-rules.json:1 pricePerPiece (49.5): must be a whole number; amounts are in minor units, 4900 for 49.00',
  ])
})

it('reports the first entry beyond the limit of its kind', () => {
  const rows = Array.from({ length: 600 }, (_, index) => `r-${index},Region ${index},区 ${index}`)
  const text = `regionId,name.en-US,name.zh-CN\n${rows.join('\n')}`
  const { catalogue, mistakes, locationOf } = readCatalogueFiles([{ name: 'regions.csv', text }])
  expect(mistakes).toEqual([])
  const faults = checkCatalogue(emptyCatalogue(), catalogue)
  expect(faults.map(({ id, code, message }) => [id, code, message])).toEqual([
    ['r-500', 1008, '600 entries, including closed ones, exceed the limit of 500'],
  ])
  expect(locationOf('regions', 'r-500')).toEqual({ file: 'regions.csv', line: 502 })
  const full = { ...emptyCatalogue(), regions: catalogue.regions.slice(0, 500) }
  const one = { ...emptyCatalogue(), regions: catalogue.regions.slice(599) }
  expect(checkCatalogue(emptyCatalogue(), full)).toEqual([])
  expect(checkCatalogue(full, one)).toMatchObject([{ id: 'r-599', code: 1008 }])
})

it('reports the line of a row with multi-line cells', () => {
  const rows = [
    'announcementId,title.en-US,title.zh-CN,content.en-US,content.zh-CN',
    'a,A,甲,"one\ntwo","一\n二"',
    'b,B,乙,,',
  ]
  expect(mistakesOf('announcements.csv', rows.join('\n'))).toEqual([
    'announcements.csv:5 content.en-US is missing',
    'announcements.csv:5 content.zh-CN is missing',
  ])
})

it('reports the line of each invalid field in JSON', () => {
  const text =
    '[\n  {\n    "regionId": "x",\n    "name": {\n      "en-US": 7,\n      "zh-CN": "甲"\n    },\n    "more": 1\n  }\n]'
  expect(mistakesOf('regions.json', text)).toEqual([
    'regions.json:5 name.en-US (7): Invalid type: Expected string but received 7',
    'regions.json:8 unknown field more',
  ])
  expect(mistakesOf('regions.json', '[\n{]')).toEqual([
    'regions.json:2 isn’t valid JSON: PropertyNameExpected',
  ])
  expect(mistakesOf('regions.json', '{}')).toEqual(['regions.json:1 isn’t a list'])
})

it('reports unknown files, unknown formats and two files of one kind', () => {
  const { mistakes } = readCatalogueFiles([
    { name: 'README.md', text: '' },
    { name: 'sites.xlsx', text: '' },
    { name: 'hotels.csv', text: '' },
    { name: 'regions.csv', text: 'regionId' },
    { name: 'regions.json', text: '[]' },
  ])
  expect(mistakes.map(({ file, message }) => [file, message.slice(0, 34)])).toEqual([
    ['sites.xlsx', 'isn’t a CSV or JSON file; save it '],
    ['hotels.csv', 'unknown table; tables: regions, in'],
    ['regions.json', 'also exists as regions.csv; keep o'],
  ])
})

it('reports what a changed entry breaks, but not what was already broken', () => {
  const demo = readCatalogueFiles(demoFiles).catalogue
  const region = { ...demo.regions[0]!, closed: true }
  const issues = checkCatalogue(demo, { ...emptyCatalogue(), regions: [region] })
  expect(new Set(issues.map(({ kind, id, code }) => `${kind} ${id} ${code}`))).toEqual(
    new Set(['regions shanghai 7003']),
  )
  const broken = { ...demo, priceRules: [] }
  expect(checkCatalogue(broken, { ...emptyCatalogue(), regions: [demo.regions[0]!] })).toEqual([])
})

it('treats the same instant in another time zone as unchanged', () => {
  const announcement = {
    announcementId: 'a',
    regionId: null,
    siteId: null,
    title: { 'en-US': 'A', 'zh-CN': '甲' },
    content: { 'en-US': 'A', 'zh-CN': '甲' },
    from: '2026-11-22T00:00:00.000Z',
    until: null,
    closed: false,
  }
  const at = (from: string) => ({ ...emptyCatalogue(), announcements: [{ ...announcement, from }] })
  const current = at(announcement.from)
  expect(changesOf(current, at('2026-11-22T08:00:00+08:00'))).toEqual([])
  expect(changesOf(current, at('2026-11-22T08:00:00Z'))).toHaveLength(1)
})
