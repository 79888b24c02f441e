import { wallClock } from '../lib/zone.ts'

export type CalendarEvent = {
  /** Stable per event, so that calendars update it. */
  uid: string
  /** ISO 8601 with offset. */
  start: string
  minutes: number
  /** Increases with each change of the event. */
  sequence: number
  title: string
  place: string
  detail: string
}

const minute = 60_000
/** Max octets per line (RFC 5545, section 3.1). */
const lineOctets = 75

const escapeText = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll(';', '\\;').replaceAll(',', '\\,').replaceAll('\n', '\\n')

/** Length in UTF-8. */
const octetLength = (text: string): number =>
  [...text].reduce((sum, character) => {
    const point = character.codePointAt(0) ?? 0
    return sum + (point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x1_0000 ? 3 : 4)
  }, 0)

/** Folds a line at 75 octets without splitting a character; continuation lines start with a space. */
function fold(line: string): string {
  const pieces: string[] = []
  let piece = ''
  for (const character of line) {
    const room = lineOctets - (pieces.length > 0 ? 1 : 0)
    if (octetLength(piece + character) > room) {
      pieces.push(piece)
      piece = ''
    }
    piece += character
  }
  return [...pieces, piece].join('\r\n ')
}

const formatUtc = (time: number): string =>
  `${new Date(time).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`
const formatLocal = (time: number, timeZone: string): string =>
  wallClock(time, timeZone).format('YYYYMMDD[T]HHmmss')

/** `+0800` */
function formatOffset(time: number, timeZone: string): string {
  const ahead = Math.round((wallClock(time, timeZone).valueOf() - time) / minute)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${ahead < 0 ? '-' : '+'}${two(Math.floor(Math.abs(ahead) / 60))}${two(Math.abs(ahead) % 60)}`
}

/** VTIMEZONE with only the offsets at the given times, not the zone's rules. */
function zoneLines(times: readonly number[], timeZone: string): string[] {
  const offsets = new Map<string, number>()
  for (const time of [...times].sort((a, b) => a - b)) {
    const at = formatOffset(time, timeZone)
    if (!offsets.has(at)) offsets.set(at, time)
  }
  return [
    'BEGIN:VTIMEZONE',
    `TZID:${timeZone}`,
    ...[...offsets].flatMap(([at, since]) => [
      'BEGIN:STANDARD',
      `DTSTART:${offsets.size === 1 ? '19700101T000000' : formatLocal(since, timeZone)}`,
      `TZOFFSETFROM:${at}`,
      `TZOFFSETTO:${at}`,
      'END:STANDARD',
    ]),
    'END:VTIMEZONE',
  ]
}

/** An iCalendar file (RFC 5545) in the given zone, with an alarm 1 h before each event. `now` is ms since 1970. */
export function calendarFile(
  events: readonly CalendarEvent[],
  { timeZone, now, brand }: { timeZone: string; now: number; brand: string },
): string {
  const times = events.map(({ start }) => Date.parse(start))
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${escapeText(brand)}//${escapeText(brand)}//EN`,
    'CALSCALE:GREGORIAN',
    ...zoneLines(times, timeZone),
    ...events.flatMap(({ uid, start, minutes, sequence, title, place, detail }) => [
      'BEGIN:VEVENT',
      `UID:${escapeText(uid)}`,
      `DTSTAMP:${formatUtc(now)}`,
      `SEQUENCE:${sequence}`,
      `DTSTART;TZID=${timeZone}:${formatLocal(Date.parse(start), timeZone)}`,
      `DURATION:PT${minutes}M`,
      `SUMMARY:${escapeText(title)}`,
      `LOCATION:${escapeText(place)}`,
      `DESCRIPTION:${escapeText(detail)}`,
      'BEGIN:VALARM',
      'ACTION:DISPLAY',
      'TRIGGER:-PT1H',
      `DESCRIPTION:${escapeText(title)}`,
      'END:VALARM',
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ]
  return `${lines.map(fold).join('\r\n')}\r\n`
}
