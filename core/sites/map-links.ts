import gcoord from 'gcoord'
import { encodeQuery } from '../api/path.ts'
import type { OrderPlace } from '../contract/order.ts'
import type { Coordinates } from './coordinates.ts'
import { isInMainlandChina } from './mainland.ts'

/** `wgs84` is GPS, `gcj02` the shifted grid of maps of mainland China, `bd09` Baidu's additional shift. */
export type CoordinateSystem = 'wgs84' | 'gcj02' | 'bd09'

// The types describe an ES module, but Node loads CommonJS, whose default is the whole module.
const { transform, CRSTypes } = gcoord as unknown as typeof gcoord.default

/**
 * Converts a WGS-84 point to a map's system. Outside mainland China (also in Hong Kong and Macau), it stays WGS-84, as
 * stated by the result's `system`.
 */
export function toSystem(
  point: Coordinates,
  targetSystem: CoordinateSystem,
): Coordinates & { system: CoordinateSystem } {
  const { latitude, longitude } = point
  if (targetSystem === 'wgs84' || !isInMainlandChina(point)) return { latitude, longitude, system: 'wgs84' }
  const [x, y] = transform(
    [longitude, latitude],
    CRSTypes.WGS84,
    CRSTypes[targetSystem === 'bd09' ? 'BD09' : 'GCJ02'],
  )
  return { latitude: y, longitude: x, system: targetSystem }
}

export const mapApps = ['apple', 'google', 'baidu', 'tencent', 'amap'] as const
export type MapApp = (typeof mapApps)[number]

/** A point for a map, or search terms if the point is unknown. */
export type MapTarget = {
  name: string
  address: string
  /** WGS-84 degrees; null for an own address. */
  point: { latitude: number; longitude: number } | null
}

/** Caller names for the Chinese map apps. Baidu requires kind, company and app. */
const source = 'handsfree'
const baiduSource = 'webapp.handsfree.handsfree'

/** The grid of each app's map of mainland China. */
const systemByApp: Record<MapApp, CoordinateSystem> = {
  apple: 'gcj02',
  google: 'gcj02',
  baidu: 'bd09',
  tencent: 'gcj02',
  amap: 'gcj02',
}

const address = (base: string, query: Record<string, string>) =>
  `${base}?${encodeQuery(Object.entries(query))}`

const searchUrlByApp: Record<MapApp, (words: string) => string> = {
  apple: (words) => address('https://maps.apple.com/', { q: words }),
  google: (words) => address('https://www.google.com/maps/search/', { api: '1', query: words }),
  baidu: (words) =>
    address('https://api.map.baidu.com/geocoder', { address: words, output: 'html', src: baiduSource }),
  tencent: (words) => address('https://apis.map.qq.com/uri/v1/search', { keyword: words, referer: source }),
  amap: (words) => address('https://uri.amap.com/search', { keyword: words, src: source, callnative: '1' }),
}

type Pin = { name: string; address: string; latitude: string; longitude: string; system: CoordinateSystem }

/** Tencent separates marker fields by semicolons and colons, and markers by bars. */
const plain = (text: string) => text.replaceAll(/[;:|]/g, ' ')

const pinUrlByApp: Record<MapApp, (pin: Pin) => string> = {
  apple: ({ name, latitude, longitude }) =>
    address('https://maps.apple.com/', { ll: `${latitude},${longitude}`, q: name }),
  google: ({ latitude, longitude }) =>
    address('https://www.google.com/maps/search/', { api: '1', query: `${latitude},${longitude}` }),
  baidu: ({ name, address: content, latitude, longitude, system }) =>
    address('https://api.map.baidu.com/marker', {
      location: `${latitude},${longitude}`,
      title: name,
      content,
      coord_type: system === 'bd09' ? 'bd09ll' : 'wgs84',
      output: 'html',
      src: baiduSource,
    }),
  tencent: ({ name, address: addr, latitude, longitude, system }) =>
    address('https://apis.map.qq.com/uri/v1/marker', {
      marker: `coord:${latitude},${longitude};title:${plain(name)};addr:${plain(addr)}`,
      // 1 is GPS, 2 Tencent's own grid.
      coord_type: system === 'wgs84' ? '1' : '2',
      referer: source,
    }),
  amap: ({ name, latitude, longitude, system }) =>
    address('https://uri.amap.com/marker', {
      position: `${longitude},${latitude}`,
      name,
      coordinate: system === 'wgs84' ? 'wgs84' : 'gaode',
      src: source,
      callnative: '1',
    }),
}

/** Six decimals are about 10 cm. */
const formatDegrees = (value: number) => value.toFixed(6)

/**
 * Web URLs of a place in every map app, which phones open in the app. Each gets coordinates of its own grid; outside
 * mainland China all get WGS-84, declared as such if the app supports it.
 */
export function mapLinks({ name, address, point }: MapTarget): { app: MapApp; url: string }[] {
  return mapApps.map((app) => {
    if (!point) return { app, url: searchUrlByApp[app](address) }
    const { latitude, longitude, system } = toSystem(point, systemByApp[app])
    const url = pinUrlByApp[app]({
      name,
      address,
      latitude: formatDegrees(latitude),
      longitude: formatDegrees(longitude),
      system,
    })
    return { app, url }
  })
}

export const mapTargetOf = ({ siteId, name, cityName, location }: OrderPlace): MapTarget => ({
  name,
  address: siteId === null ? `${cityName} ${location.address}`.trim() : location.address,
  point: siteId === null ? null : { latitude: location.latitude, longitude: location.longitude },
})
