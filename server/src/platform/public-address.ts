import { BlockList, isIP } from 'node:net'

/** IPv4 that leads elsewhere than to the public: IANA's register of special purposes, multicast and what is reserved. */
const SPECIAL_V4 = [
  '0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24',
  '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24',
  '224.0.0.0/4', '240.0.0.0/4',
] // biome-ignore format: a list

/** All of IPv6 that is given out to the public; mapped, translated and local addresses lie outside. */
const PUBLIC_V6 = ['2000::/3']
/** What of it is not: Teredo and its neighbours, documentation, 6to4. */
const SPECIAL_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

const specialV4 = listOf('ipv4', SPECIAL_V4)
const publicV6 = listOf('ipv6', PUBLIC_V6)
const specialV6 = listOf('ipv6', SPECIAL_V6)

/** Is this an address anybody may reach? Not our own machine, network or cloud. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !specialV4.check(address, 'ipv4')
    case 6:
      return publicV6.check(address, 'ipv6') && !specialV6.check(address, 'ipv6')
    default:
      return false
  }
}

function listOf(family: 'ipv4' | 'ipv6', blocks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const block of blocks) {
    const [start = '', bits] = block.split('/')
    list.addSubnet(start, Number(bits), family)
  }
  return list
}
