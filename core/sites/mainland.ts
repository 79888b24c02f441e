import type { Coordinates } from './coordinates.ts'

type Outline = readonly (readonly [longitude: number, latitude: number])[]

/**
 * Mainland China with coastal waters, drawn by hand and open to the sea. Accurate to about 50 km at land borders, where
 * no map app is opened from here.
 * Hong Kong and Macau, which orders do cross, are cut out exactly.
 */
const mainland: Outline = [
  [135.1, 48.5],
  [134.4, 47.4],
  [133.1, 45.0],
  [131.3, 44.9],
  [131.3, 43.4],
  [130.6, 42.3],
  [128.1, 42.0],
  [126.9, 41.7],
  [125.9, 40.9],
  [124.5, 40.0],
  [124.0, 38.5],
  [123.5, 36.5],
  [123.5, 29.5],
  [122.0, 27.0],
  [120.2, 25.2],
  [118.8, 23.9],
  [117.5, 22.5],
  [115.0, 21.5],
  [112.0, 20.8],
  [111.5, 19.5],
  [110.5, 17.8],
  [108.4, 17.9],
  [108.1, 19.6],
  [107.9, 21.4],
  [106.7, 21.9],
  [105.3, 23.3],
  [103.9, 22.4],
  [102.1, 22.4],
  [101.7, 21.1],
  [100.1, 21.4],
  [99.1, 22.1],
  [97.4, 23.9],
  [98.6, 25.9],
  [98.6, 27.5],
  [97.3, 28.2],
  [95.4, 29.0],
  [92.1, 27.6],
  [88.9, 27.2],
  [88.1, 27.9],
  [86.0, 27.9],
  [84.1, 28.9],
  [81.2, 30.0],
  [78.7, 31.3],
  [78.9, 33.5],
  [77.8, 35.5],
  [74.8, 37.1],
  [73.4, 39.4],
  [76.0, 40.5],
  [78.1, 41.1],
  [80.2, 42.1],
  [80.4, 44.9],
  [82.5, 45.2],
  [83.0, 47.2],
  [85.6, 48.3],
  [87.8, 49.2],
  [90.9, 46.9],
  [90.9, 45.2],
  [95.4, 44.3],
  [96.4, 42.7],
  [101.8, 42.5],
  [105.0, 41.6],
  [110.4, 42.7],
  [111.9, 43.8],
  [111.9, 45.1],
  [114.5, 45.4],
  [116.2, 46.3],
  [119.7, 46.7],
  [118.5, 47.9],
  [115.6, 47.9],
  [116.7, 49.9],
  [119.3, 50.4],
  [120.1, 51.7],
  [120.9, 53.3],
  [123.6, 53.6],
  [125.9, 52.9],
  [127.3, 50.4],
  [127.9, 49.6],
  [130.7, 48.9],
  [131.0, 47.8],
  [133.1, 48.2],
]

/** From the waters west of Lantau along Deep Bay, the Shenzhen River and Starling Inlet to Mirs Bay. */
const hongKong: Outline = [
  [113.82, 22.13],
  [113.83, 22.35],
  [113.88, 22.43],
  [113.94, 22.475],
  [113.975, 22.5],
  [114.03, 22.504],
  [114.065, 22.5155],
  [114.085, 22.526],
  [114.113, 22.5295],
  [114.12, 22.5305],
  [114.128, 22.5365],
  [114.149, 22.541],
  [114.157, 22.557],
  [114.178, 22.555],
  [114.2, 22.557],
  [114.226, 22.545],
  [114.24, 22.551],
  [114.33, 22.565],
  [114.51, 22.45],
  [114.51, 22.13],
]

/** Peninsula, Taipa and Coloane, up to the Border Gate and the channels towards Zhuhai. */
const macau: Outline = [
  [113.528, 22.106],
  [113.535, 22.16],
  [113.529, 22.182],
  [113.536, 22.208],
  [113.541, 22.2115],
  [113.546, 22.2155],
  [113.55, 22.2155],
  [113.5535, 22.2135],
  [113.565, 22.213],
  [113.6, 22.2],
  [113.6, 22.106],
]

/** Whether a ray from the point crosses the outline an odd number of times. */
const isInside = ({ latitude, longitude }: Coordinates, outline: Outline) =>
  outline.reduce((inside, [x, y], index) => {
    const [previousX, previousY] = outline.at(index - 1)!
    const crosses =
      y > latitude !== previousY > latitude &&
      longitude < x + ((latitude - y) * (previousX - x)) / (previousY - y)
    return crosses ? !inside : inside
  }, false)

/** Whether maps shift a WGS-84 point by law: mainland China without Hong Kong and Macau. */
export const isInMainlandChina = (point: Coordinates): boolean =>
  isInside(point, mainland) && !isInside(point, hongKong) && !isInside(point, macau)
