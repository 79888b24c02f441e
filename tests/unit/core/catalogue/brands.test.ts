import { readFileSync } from 'node:fs'
import {
  checkCatalogue,
  currentBrand,
  emptyCatalogue,
  readCatalogueFiles,
  writeCatalogueFiles,
} from '@handsfree/core/catalogue'
import { CatalogueBrand } from '@handsfree/core/contract'
import { brandTokens, contrastOf, grounds, strongBrandTokens, svgFault } from '@handsfree/core/lib'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'

const logo =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 30"><path fill="#123456" d="M0 0h90v30z"/></svg>'
const wire = {
  brandId: 'first',
  name: { 'en-US': 'Testbags', 'zh-CN': '试行李' },
  color: { light: '#1d4ed8', dark: '#93b4ff' },
  logo: { light: 'logo.svg', dark: null },
  icon: 'icon.svg',
}
const files = [
  { name: 'brands.json', text: JSON.stringify([wire]) },
  { name: 'logo.svg', text: logo },
  { name: 'icon.svg', text: logo },
]
const brand = v.parse(CatalogueBrand, { ...wire, logo: { light: logo }, icon: logo })
const withBrands = (...brands: (typeof brand)[]) => ({ ...emptyCatalogue(), brands })

describe('brands in a folder', () => {
  it('reads pictures from the files that fields name', () => {
    const { catalogue, mistakes } = readCatalogueFiles(files)
    expect(mistakes).toEqual([])
    expect(catalogue.brands).toEqual([brand])
  })

  it('writes files that read the same', () => {
    const written = writeCatalogueFiles(withBrands(brand))
    expect(written.map(({ name }) => name)).toEqual(['brands.csv', 'first-logo.svg', 'first-icon.svg'])
    expect(readCatalogueFiles(written).catalogue.brands).toEqual([brand])
  })

  it.each([
    ['a missing picture', { logo: { light: 'lost.svg' } }, /lost\.svg isn’t in this folder/],
    ['a pale color', { color: { light: '#ffd54a', dark: '#ffd54a' } }, /contrast of 1\.2:1 with the paper/],
    [
      'a dark color in the dark theme',
      { color: { light: '#0b3d91', dark: '#0b3d91' } },
      /use a lighter color/,
    ],
    ['markup in a name', { name: { 'en-US': '<b>Bags', 'zh-CN': '试' } }, /no quotes, brackets or bars/],
    ['a script', { icon: `<svg><script>alert(1)</script></svg>` }, /isn’t allowed|needs/],
  ])('refuses %s', (_, change, message) => {
    const [, ...pictures] = files
    const text = JSON.stringify([{ ...wire, ...change }])
    const { mistakes } = readCatalogueFiles([{ name: 'brands.json', text }, ...pictures])
    expect(mistakes.map((mistake) => mistake.message).join()).toMatch(message)
  })
})

describe('versions of a brand', () => {
  const second = { ...brand, brandId: 'second', from: '2027-01-01T00:00:00Z' }
  const shownAt = (time: string, ...brands: (typeof brand)[]) =>
    currentBrand(brands, Date.parse(time))?.brandId

  it('shows the open one that began last, and the previous one after it is closed', () => {
    expect(shownAt('2026-12-31T23:59:59Z', brand, second)).toBe('first')
    expect(shownAt('2027-01-01T00:00:00Z', brand, second)).toBe('second')
    expect(shownAt('2027-01-01T00:00:00Z', brand, { ...second, closed: true })).toBe('first')
    expect(shownAt('2027-01-01T00:00:00Z', { ...brand, closed: true })).toBeUndefined()
  })

  it('refuses to change one in use, but lets it be closed or scheduled', () => {
    const rename = { ...brand, name: { ...brand.name, 'en-US': 'Otherbags' } }
    expect(checkCatalogue(withBrands(brand), withBrands(rename))).toMatchObject([{ field: 'brandId' }])
    expect(checkCatalogue(withBrands({ ...brand, closed: true }), withBrands(rename))).toEqual([])
    const reordered = { ...brand, name: { 'zh-CN': brand.name['zh-CN'], 'en-US': brand.name['en-US'] } }
    expect(checkCatalogue(withBrands(brand), withBrands(reordered))).toEqual([])
    const later = { ...brand, from: '2027-03-01T00:00:00Z' }
    expect(checkCatalogue(withBrands(brand), withBrands(later))).toEqual([])
    expect(checkCatalogue(withBrands(brand), withBrands({ ...brand, closed: true }))).toEqual([])
  })

  it('refuses two that begin at the same time', () => {
    const same = { ...brand, brandId: 'second' }
    expect(checkCatalogue(withBrands(brand), withBrands(same))).toMatchObject([{ field: 'from' }])
  })
})

describe('a picture', () => {
  const svg = (inside: string, more = '') =>
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"${more}>${inside}</svg>`

  it.each([
    ['shapes', svg('<g fill="none"><circle cx="4" cy="4" r="3"/></g>')],
    [
      'a gradient',
      svg(
        '<defs><linearGradient id="a"><stop offset="0"/></linearGradient></defs><path fill="url(#a)" d="M0 0"/>',
      ),
    ],
    ['a declaration and comments', `<?xml version="1.0"?><!-- drawn -->${svg('<title>Bags</title>')}\n`],
  ])('may have %s', (_, text) => {
    expect(svgFault(text)).toBeNull()
  })

  it.each([
    ['a script', svg('<script>alert(1)</script>')],
    ['a handler', svg('', ' onload="alert(1)"')],
    ['a style', svg('<path style="fill:red" d="M0 0"/>')],
    ['a stylesheet', svg('<style>@import "//x"</style>')],
    ['an external reference', svg('<use href="//x.example/y.svg#a"/>')],
    ['an external paint', svg('<path fill="url(//x.example/y)" d="M0 0"/>')],
    ['an external paint in capitals', svg('<path fill="URL(//x.example/y)" d="M0 0"/>')],
    ['a picture', svg('<image href="data:image/png;base64,AA"/>')],
    ['foreign content', svg('<foreignObject><div/></foreignObject>')],
    ['an entity', `<!DOCTYPE svg [<!ENTITY a "b">]>${svg('&a;')}`],
    ['a link', svg('<a href="javascript:alert(1)"><path d="M0 0"/></a>')],
    ['an animation', svg('<animate attributeName="href"/>')],
    ['elements without end', svg('<g>')],
    ['a second root', `${svg('')}${svg('')}`],
    ['a text', svg('<text>Bags</text>')],
    ['loose text', svg('Bags')],
    ['no viewBox', '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/></svg>'],
    ['another namespace', '<svg xmlns="http://www.w3.org/1999/xhtml" viewBox="0 0 9 9"></svg>'],
    ['no end', '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">'],
    ['many elements', svg('<path d="M0 0"/>'.repeat(600))],
    ['nothing', ''],
  ])('may not have %s', (_, text) => {
    expect(svgFault(text)).not.toBeNull()
  })
})

it('keeps text readable on the brand’s color', () => {
  for (const color of ['#0e5c4a', '#1d4ed8', '#7a1f5c']) {
    const { pine, mint, ...tokens } = brandTokens(color, 'light')
    expect(contrastOf(pine, tokens['on-pine'])).toBeGreaterThan(4.5)
    expect(contrastOf(mint, '#14201b')).toBeGreaterThan(7)
  }
})

it('strengthens the brand’s color to 7:1 for employees', () => {
  for (const [scheme, color] of [
    ['light', '#1d4ed8'],
    ['light', '#c43c35'],
    ['dark', '#93b4ff'],
  ] as const) {
    const { pine, mint, ...tokens } = strongBrandTokens(color, scheme)
    const others = [...Object.values(grounds[scheme]), mint, tokens['on-pine']]
    for (const other of others)
      expect(contrastOf(pine, other), `${color} on ${other}`).toBeGreaterThanOrEqual(7)
  }
})

it('knows the grounds of the product’s tokens', () => {
  const css = readFileSync(new URL('../../../../web/styles/tokens.css', import.meta.url), 'utf8')
  const [light = '', dark = ''] = css.split('@media (prefers-color-scheme: dark)')
  for (const [name, part] of [
    ['light', light],
    ['dark', dark],
  ] as const)
    for (const [token, color] of Object.entries(grounds[name])) expect(part).toContain(`--${token}: ${color}`)
})
