import { expect, test, vi } from 'vitest'
import * as lan from '../../../../server/runtime/lan-address.ts'
import { publicOrigin, sharedOriginOf } from '../../../../server/runtime/settings/public-origin.ts'

const at = (hostname: string) => ({ protocol: 'http' as const, hostname, host: `${hostname}:4000` })

test('builds links with PUBLIC_URL, whatever host a request names', () => {
  const settings = { publicUrl: 'https://bags.example', port: 4000 }
  expect(publicOrigin(settings)).toBe('https://bags.example')
  expect(sharedOriginOf(at('evil.example'), settings)).toBe('https://bags.example')
  expect(sharedOriginOf(at('localhost'), settings)).toBe('https://bags.example')
})

test('builds links with this machine’s network address in the demo instead of its loopback address', () => {
  vi.spyOn(lan, 'lanAddress').mockReturnValue('192.168.1.20')
  const settings = { publicUrl: null, port: 4000 }
  for (const hostname of ['localhost', '127.0.0.1'])
    expect(sharedOriginOf(at(hostname), settings)).toBe('http://192.168.1.20:4000')
  expect(sharedOriginOf(at('192.168.1.30'), settings)).toBe('http://192.168.1.30:4000')
})
