import { type Coordinates, isInMainlandChina, mapLinks, mapTargetOf, toSystem } from '@handsfree/core/sites'
import { describe, expect, it } from 'vitest'
import { order } from '../../models/samples.ts'

const at = (latitude: number, longitude: number): Coordinates => ({ latitude, longitude })

describe('WGS-84 to the grids of Chinese maps', () => {
  // Published vectors of eviltransform (go/transform_test.go).
  it.each([
    ['Shanghai', at(31.1774276, 121.5272106), at(31.17530398364597, 121.531541859215)],
    ['Shenzhen', at(22.543847, 113.912316), at(22.540796131694766, 113.9171764808363)],
    ['Beijing', at(39.911954, 116.377817), at(39.91334545536069, 116.38404722455657)],
  ])('shifts %s to GCJ-02 as published', (_, wgs84, gcj02) => {
    const shifted = toSystem(wgs84, 'gcj02')
    expect(shifted.system).toBe('gcj02')
    expect(shifted.latitude).toBeCloseTo(gcj02.latitude, 9)
    expect(shifted.longitude).toBeCloseTo(gcj02.longitude, 9)
  })

  // Published vectors of coordtransform (test/app.js) and of ports that chain its two steps.
  it.each([
    ['gcj02', at(39.91640428150164, 116.41024449916938)],
    ['bd09', at(39.922699552216216, 116.41662724378733)],
  ] as const)('shifts Tiananmen to %s as published', (system, { latitude, longitude }) => {
    const shifted = toSystem(at(39.915, 116.404), system)
    expect(shifted.latitude).toBeCloseTo(latitude, 9)
    expect(shifted.longitude).toBeCloseTo(longitude, 9)
  })

  it.each(['wgs84', 'gcj02', 'bd09'] as const)('leaves Hong Kong unshifted in %s', (system) => {
    expect(toSystem(at(22.3042, 114.1655), system)).toEqual({ ...at(22.3042, 114.1655), system: 'wgs84' })
  })
})

describe('mainland China', () => {
  it.each([
    ['Shanghai Hongqiao', 31.1939, 121.3202],
    ['Shanghai Pudong airport', 31.1523, 121.8059],
    ['Hangzhou West Lake', 30.2449, 120.1434],
    ['Shenzhen Futian station', 22.538, 114.055],
    ['Shenzhen Luohu port', 22.5325, 114.1175],
    ['Shekou cruise port', 22.4716, 113.9098],
    ['Zhuhai station at Gongbei', 22.2172, 113.5496],
    ['Hengqin port', 22.1415, 113.5302],
    ['Haikou', 20.044, 110.199],
    ['Sanya', 18.252, 109.512],
    ['Xiamen', 24.4798, 118.0894],
    ['Dalian', 38.914, 121.6147],
    ['Harbin', 45.8038, 126.5349],
    ['Urumqi', 43.8256, 87.6168],
    ['Kashgar', 39.4704, 75.9898],
    ['Lhasa', 29.652, 91.1721],
    ['Kunming', 24.8801, 102.8329],
  ])('finds %s in mainland China', (_, latitude, longitude) => {
    expect(isInMainlandChina(at(latitude, longitude))).toBe(true)
  })

  it.each([
    ['Hong Kong airport', 22.308, 113.9185],
    ['West Kowloon station', 22.3042, 114.1655],
    ['Lo Wu station', 22.5282, 114.1132],
    ['Sheung Shui', 22.5011, 114.1279],
    ['Lau Fau Shan', 22.4695, 113.9836],
    ['Tai O', 22.2531, 113.8625],
    ['Sai Kung', 22.3814, 114.2705],
    ['Macau, Border Gate', 22.2142, 113.5492],
    ['Macau, Senado Square', 22.1938, 113.5399],
    ['Macau airport', 22.1496, 113.5916],
    ['Taipei', 25.0478, 121.517],
    ['Hanoi', 21.0278, 105.8342],
    ['Kathmandu', 27.7172, 85.324],
    ['Almaty', 43.222, 76.8512],
    ['Ulaanbaatar', 47.8864, 106.9057],
    ['Vladivostok', 43.1155, 131.8855],
    ['Seoul', 37.5665, 126.978],
    ['Tokyo', 35.6812, 139.7671],
    ['the null island of a custom address', 0, 0],
  ])('finds %s outside mainland China', (_, latitude, longitude) => {
    expect(isInMainlandChina(at(latitude, longitude))).toBe(false)
  })
})

describe('links to map apps', () => {
  it('links each map app with coordinates in its own system', () => {
    const place = { name: 'Lakeside Garden Hotel', address: '18 Nanshan Road', point: at(39.915, 116.404) }
    expect(mapLinks(place)).toEqual([
      { app: 'apple', url: 'https://maps.apple.com/?ll=39.916404%2C116.410244&q=Lakeside%20Garden%20Hotel' },
      { app: 'google', url: 'https://www.google.com/maps/search/?api=1&query=39.916404%2C116.410244' },
      {
        app: 'baidu',
        url: 'https://api.map.baidu.com/marker?location=39.922700%2C116.416627&title=Lakeside%20Garden%20Hotel&content=18%20Nanshan%20Road&coord_type=bd09ll&output=html&src=webapp.handsfree.handsfree',
      },
      {
        app: 'tencent',
        url: 'https://apis.map.qq.com/uri/v1/marker?marker=coord%3A39.916404%2C116.410244%3Btitle%3ALakeside%20Garden%20Hotel%3Baddr%3A18%20Nanshan%20Road&coord_type=2&referer=handsfree',
      },
      {
        app: 'amap',
        url: 'https://uri.amap.com/marker?position=116.410244%2C39.916404&name=Lakeside%20Garden%20Hotel&coordinate=gaode&src=handsfree&callnative=1',
      },
    ])
  })

  it('declares coordinates as GPS to map apps that support it', () => {
    const links = mapLinks({ name: 'Station', address: 'Kowloon', point: at(22.3042, 114.1655) })
    const query = (app: string) => new URL(links.find((link) => link.app === app)!.url).searchParams
    expect(query('baidu').get('coord_type')).toBe('wgs84')
    expect(query('tencent').get('coord_type')).toBe('1')
    expect(query('amap').get('coordinate')).toBe('wgs84')
    expect(query('amap').get('position')).toBe('114.165500,22.304200')
  })

  it('escapes every field of a map marker', () => {
    const place = { name: 'Nan|shan; 1:2 + 3', address: 'a&b=c #4', point: at(39.915, 116.404) }
    const urls = Object.fromEntries(mapLinks(place).map(({ app, url }) => [app, new URL(url)]))
    expect(urls.tencent?.searchParams.get('marker')).toBe(
      'coord:39.916404,116.410244;title:Nan shan  1 2 + 3;addr:a&b=c #4',
    )
    expect(urls.amap?.searchParams.get('name')).toBe('Nan|shan; 1:2 + 3')
    expect(urls.baidu?.searchParams.get('content')).toBe('a&b=c #4')
    expect(Object.values(urls).filter(({ search }) => search.includes('+'))).toEqual([])
  })

  it('links to a search for an address without coordinates', () => {
    const links = mapLinks({ name: '南山路 18 号; a&b=c', address: '南山路 18 号; a&b=c', point: null })
    expect(links.map(({ app, url }) => [app, [...new URL(url).searchParams.values()][0]])).toEqual([
      ['apple', '南山路 18 号; a&b=c'],
      ['google', '1'],
      ['baidu', '南山路 18 号; a&b=c'],
      ['tencent', '南山路 18 号; a&b=c'],
      ['amap', '南山路 18 号; a&b=c'],
    ])
  })

  it('prefixes an own address with its city in map searches', () => {
    const own = { ...order().delivery, siteId: null, name: '1 Century Avenue' }
    const location = { ...own.location, address: '1 Century Avenue' }
    expect(mapTargetOf({ ...own, location })).toEqual({
      name: '1 Century Avenue',
      address: 'Shanghai 1 Century Avenue',
      point: null,
    })
  })
})
