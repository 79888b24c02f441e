import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os'

/** Interfaces of containers, virtual machines and tunnels. */
const virtualInterface = /^(?:docker|br-|veth|virbr|vmnet|vboxnet|vEthernet|utun|tun|tap|wg|tailscale|zt)/i

type Interfaces = Record<
  string,
  readonly Pick<NetworkInterfaceInfo, 'address' | 'family' | 'internal'>[] | undefined
>

/** Returns this machine's LAN IPv4 address, for phones in the same network. Null without a network. */
export function lanAddress(interfaces: Interfaces = networkInterfaces()): string | null {
  const candidates = Object.entries(interfaces).flatMap(([name, addresses = []]) =>
    addresses
      .filter(
        ({ address, family, internal }) => family === 'IPv4' && !internal && !address.startsWith('169.254.'),
      )
      .map(({ address }) => ({ address, isVirtual: virtualInterface.test(name) })),
  )
  return (candidates.find(({ isVirtual }) => !isVirtual) ?? candidates[0])?.address ?? null
}
