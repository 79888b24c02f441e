import { isInMainlandChina } from './mainland.ts'

/** Degrees; which system they are in is said where they are used. */
export type Coordinates = { latitude: number; longitude: number }

/** `wgs84` is GPS, `gcj02` the shifted grid of maps of mainland China, `bd09` Baidu's shift on top of it. */
export type CoordinateSystem = 'wgs84' | 'gcj02' | 'bd09'

const radians = (degrees: number) => (degrees / 180) * Math.PI

/** Distance along the earth's surface, kilometres. */
export function kmBetween(from: Coordinates, to: Coordinates): number {
  const half = (degrees: number) => Math.sin(radians(degrees) / 2) ** 2
  const a =
    half(to.latitude - from.latitude) +
    Math.cos(radians(from.latitude)) * Math.cos(radians(to.latitude)) * half(to.longitude - from.longitude)
  return 2 * 6371 * Math.asin(Math.min(1, Math.sqrt(a)))
}

/** Krasovsky 1940, the ellipsoid of GCJ-02: semi-major axis in metres, and first eccentricity squared. */
const semiMajorAxis = 6_378_245
const eccentricitySquared = 0.006_693_421_622_965_943

/** `amplitude · sin(π · value / period)`, the waves that GCJ-02 is made of. */
const wave = (amplitude: number, value: number, period: number) =>
  amplitude * Math.sin((value / period) * Math.PI)

/** The shift of GCJ-02 in metres, north and east; `x` and `y` are degrees from 105° E, 35° N. */
function shiftInMetres(x: number, y: number): { north: number; east: number } {
  const shared = wave(20, x, 1 / 6) + wave(20, x, 1 / 2)
  const north = shared + wave(20, y, 1) + wave(40, y, 3) + wave(160, y, 12) + wave(320, y, 30)
  const east = shared + wave(20, x, 1) + wave(40, x, 3) + wave(150, x, 12) + wave(300, x, 30)
  const root = Math.sqrt(Math.abs(x))
  return {
    north: (north * 2) / 3 - 100 + 2 * x + 3 * y + 0.2 * y * y + 0.1 * x * y + 0.2 * root,
    east: (east * 2) / 3 + 300 + x + 2 * y + 0.1 * x * x + 0.1 * x * y + 0.1 * root,
  }
}

function toGcj02({ latitude, longitude }: Coordinates): Coordinates {
  const { north, east } = shiftInMetres(longitude - 105, latitude - 35)
  const phi = radians(latitude)
  const w = 1 - eccentricitySquared * Math.sin(phi) ** 2
  const meridian = (semiMajorAxis * (1 - eccentricitySquared)) / w ** 1.5
  const parallel = (semiMajorAxis / Math.sqrt(w)) * Math.cos(phi)
  return {
    latitude: latitude + north / radians(meridian),
    longitude: longitude + east / radians(parallel),
  }
}

function gcj02ToBd09({ latitude, longitude }: Coordinates): Coordinates {
  const radius = Math.hypot(latitude, longitude) + 0.000_02 * Math.sin(radians(latitude * 3000))
  const angle = Math.atan2(latitude, longitude) + 0.000_003 * Math.cos(radians(longitude * 3000))
  return {
    latitude: radius * Math.sin(angle) + 0.006,
    longitude: radius * Math.cos(angle) + 0.0065,
  }
}

/**
 * A WGS-84 point in the coordinates of a map. Only mainland China is shifted: elsewhere, Hong Kong and Macau
 * included, the point stays as it is and is still WGS-84, which `system` of the answer says.
 */
export function toSystem(
  point: Coordinates,
  wanted: CoordinateSystem,
): Coordinates & { system: CoordinateSystem } {
  const { latitude, longitude } = point
  if (wanted === 'wgs84' || !isInMainlandChina(point)) return { latitude, longitude, system: 'wgs84' }
  const shifted = toGcj02(point)
  return { ...(wanted === 'bd09' ? gcj02ToBd09(shifted) : shifted), system: wanted }
}
