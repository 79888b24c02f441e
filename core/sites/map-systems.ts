import gcoord from 'gcoord'
import type { Coordinates } from './coordinates.ts'
import { isInMainlandChina } from './mainland.ts'

/** `wgs84` is GPS, `gcj02` the shifted grid of maps of mainland China, `bd09` Baidu's shift on top of it. */
export type CoordinateSystem = 'wgs84' | 'gcj02' | 'bd09'

// Its types describe an ES module; Node gets a CommonJS one, whose default is the whole.
const { transform, CRSTypes } = gcoord as unknown as typeof gcoord.default

/**
 * A WGS-84 point in the coordinates of a map. Only mainland China is shifted: elsewhere, Hong Kong and Macau included,
 * the point stays WGS-84, as the result's `system` says.
 */
export function toSystem(
  point: Coordinates,
  wanted: CoordinateSystem,
): Coordinates & { system: CoordinateSystem } {
  const { latitude, longitude } = point
  if (wanted === 'wgs84' || !isInMainlandChina(point)) return { latitude, longitude, system: 'wgs84' }
  const [x, y] = transform(
    [longitude, latitude],
    CRSTypes.WGS84,
    CRSTypes[wanted === 'bd09' ? 'BD09' : 'GCJ02'],
  )
  return { latitude: y, longitude: x, system: wanted }
}
