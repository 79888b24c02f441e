import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os'

/** Interfaces of containers, virtual machines and tunnels. */
const virtual = /^(?:docker|br-|veth|virbr|vmnet|vboxnet|vEthernet|utun|tun|tap|wg|tailscale|zt)/i

type Interfaces = Record<
  string,
  readonly Pick<NetworkInterfaceInfo, 'address' | 'family' | 'internal'>[] | undefined
>

/** Returns this machine's LAN IPv4 address, for phones in the same network. Null without a network. */
export function lanAddress(interfaces: Interfaces = networkInterfaces()): string | null {
  const found = Object.entries(interfaces).flatMap(([name, addresses = []]) =>
    addresses
      .filter(
        ({ address, family, internal }) => family === 'IPv4' && !internal && !address.startsWith('169.254.'),
      )
      .map(({ address }) => ({ address, isVirtual: virtual.test(name) })),
  )
  return (found.find(({ isVirtual }) => !isVirtual) ?? found[0])?.address ?? null
}
