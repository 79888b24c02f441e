import { expect, test } from 'vitest'
import { plainAddress, plainForwardedFor } from '../../../../server/runtime/http/client-network.ts'

test.each<[written: string, address: string | null, proxy: string]>([
  ['203.0.113.7', '203.0.113.7', 'nginx, Caddy, HAProxy, AWS, Cloudflare'],
  ['2001:db8::7', '2001:db8::7', 'the same with IPv6'],
  ['203.0.113.7:5150', '203.0.113.7', 'Azure Application Gateway, AWS with client ports'],
  ['[2001:db8::7]:5150', '2001:db8::7', 'Azure with IPv6'],
  ['[2001:db8::7]', '2001:db8::7', 'HAProxy with brackets'],
  ['"[2001:db8::7]:5150"', '2001:db8::7', 'quoted as in RFC 7239'],
  ['fe80::1%eth0', 'fe80::1', 'an IPv6 zone'],
  ['[fe80::1%25en0]:443', 'fe80::1', 'an escaped zone and a port'],
  ['::ffff:203.0.113.7', '203.0.113.7', 'mapped into IPv6'],
  ['[::ffff:203.0.113.7]:80', '203.0.113.7', 'mapped, with a port'],
  [' 203.0.113.7 ', '203.0.113.7', 'with spaces'],
  ['unknown', null, 'Squid without an address'],
  ['_hidden', null, 'an obfuscated name of RFC 7239'],
  ['203.0.113', null, 'three parts'],
  ['203.0.113.7:', null, 'an empty port'],
  ['', null, 'nothing'],
])('reads %j as %j (%s)', (written, address, _proxy) => {
  expect(plainAddress(written)).toBe(address)
})

test('ignores what stands before an entry that is no address', () => {
  expect(plainForwardedFor('203.0.113.7:1, 10.0.0.1:2')).toBe('203.0.113.7, 10.0.0.1')
  expect(plainForwardedFor('198.51.100.1, unknown, 203.0.113.7')).toBe('203.0.113.7')
  expect(plainForwardedFor('203.0.113.7, unknown')).toBe(undefined)
})
