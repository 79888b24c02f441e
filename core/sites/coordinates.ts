/** Degrees; the coordinate system depends on the usage. */
export type Coordinates = { latitude: number; longitude: number }

const radians = (degrees: number) => (degrees / 180) * Math.PI

/** Great-circle distance in km. */
export function kmBetween(from: Coordinates, to: Coordinates): number {
  const half = (degrees: number) => Math.sin(radians(degrees) / 2) ** 2
  const a =
    half(to.latitude - from.latitude) +
    Math.cos(radians(from.latitude)) * Math.cos(radians(to.latitude)) * half(to.longitude - from.longitude)
  return 2 * 6371 * Math.asin(Math.min(1, Math.sqrt(a)))
}
