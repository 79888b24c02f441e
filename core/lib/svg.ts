/** Elements that draw, and those that hold them. No scripts, styles, text, links, images or animations. */
const elements = new Set(
  'svg g defs title desc path circle ellipse rect line polyline polygon linearGradient radialGradient stop clipPath mask'.split(
    ' ',
  ),
)
const attributes = new Set(
  (
    'id version width height viewBox preserveAspectRatio d x y x1 y1 x2 y2 cx cy r rx ry fx fy points transform offset ' +
    'fill fill-opacity fill-rule clip-path clip-rule mask opacity color stroke stroke-width stroke-opacity ' +
    'stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray stroke-dashoffset stop-color stop-opacity ' +
    'gradientUnits gradientTransform spreadMethod clipPathUnits maskUnits maskContentUnits'
  ).split(' '),
)
const namespace = 'http://www.w3.org/2000/svg'
const maxElements = 500
const maxDepth = 20
/** Larger pictures would take hundreds of MB to convert. */
const maxSide = 4_096
/** Wider logos would fill the header. */
const maxRatio = 12

/** Numbers, names and colors. `url()` refers to an element of the same picture. */
const isPlainValue = (value: string): boolean =>
  /^[\w\s#.,()+%-]*$/.test(value.replace(/url\(#[\w-]+\)/g, '')) && !/url\s*\((?!#[\w-]+\))/i.test(value)

const tag = /<(\/?)([\w:-]+)((?:\s+[\w:-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/y
const attribute = /([\w:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g
const skipped = /<\?xml[^>]*\?>|<!--(?:(?!--)[\s\S])*-->|[^<&]+/y

function attributeFault(element: string, name: string, value: string): string | null {
  if (name === 'xmlns' && value === namespace) return null
  if (!attributes.has(name)) return `has the attribute ${name} of <${element}>, which isn’t allowed`
  return isPlainValue(value) ? null : `has a value of ${name} that isn’t allowed`
}

/**
 * Why text isn't an SVG picture that is safe on pages and in PNG conversion; null if it is. Only listed elements and
 * attributes pass, so it has no script, style, text or reference to another file.
 */
export function svgFault(text: string): string | null {
  const open: string[] = []
  let [at, count] = [0, 0]
  let isClosed = false
  while (at < text.length) {
    skipped.lastIndex = at
    const [passed] = skipped.exec(text) ?? []
    if (passed) {
      const isText = !passed.startsWith('<') && passed.trim() !== ''
      if (isText && !['title', 'desc'].includes(open.at(-1) ?? '')) return 'has text; convert it to outlines'
      at += passed.length
      continue
    }
    tag.lastIndex = at
    const [whole, ending, name = '', given = '', empty] = tag.exec(text) ?? []
    if (!whole) return 'isn’t a plain SVG picture; remove doctypes, entities and CDATA'
    at += whole.length
    if (ending) {
      if (open.pop() !== name) return `closes <${name}>, which isn’t open`
      isClosed = open.length === 0
      continue
    }
    if (!elements.has(name)) return `has <${name}>, which isn’t allowed; export it as plain SVG with outlines`
    if (isClosed || (open.length === 0) !== (name === 'svg')) return 'needs one <svg> around everything else'
    count += 1
    if (count > maxElements || open.length >= maxDepth)
      return `has more than ${maxElements} elements, or nests deeper than ${maxDepth}`
    const values = new Map([...given.matchAll(attribute)].map(([, key = '', a, b]) => [key, a ?? b ?? '']))
    for (const [key, value] of values) {
      const fault = attributeFault(name, key, value)
      if (fault) return fault
    }
    if (name === 'svg' && (values.get('xmlns') !== namespace || !svgSize(text)))
      return `needs xmlns="${namespace}" and a viewBox such as "0 0 120 32"`
    if (!empty) open.push(name)
    else isClosed = open.length === 0
  }
  return isClosed ? null : 'ends before its elements'
}

/** Width and height of a picture's `viewBox`; null without a usable one. */
export function svgSize(text: string): { width: number; height: number } | null {
  const [, , , width, height] =
    /<svg\s[^>]*viewBox\s*=\s*["'](-?[\d.]+)[\s,]+(-?[\d.]+)[\s,]+([\d.]+)[\s,]+([\d.]+)\s*["']/.exec(text) ??
    []
  const size = { width: Number(width), height: Number(height) }
  const isUsable = Object.values(size).every((side) => side >= 1 && side <= maxSide)
  return isUsable && size.width / size.height <= maxRatio ? size : null
}
