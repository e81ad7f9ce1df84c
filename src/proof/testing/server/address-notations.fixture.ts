/** IPv4 ranges that are not public. */
const PRIVATE_V4: readonly (readonly [first: string, last: string])[] = [
  ['0.0.0.0', '0.255.255.255'],
  ['10.0.0.0', '10.255.255.255'],
  ['100.64.0.0', '100.127.255.255'],
  ['127.0.0.0', '127.255.255.255'],
  ['169.254.0.0', '169.254.255.255'],
  ['172.16.0.0', '172.31.255.255'],
  ['192.0.0.0', '192.0.0.255'],
  ['192.0.2.0', '192.0.2.255'],
  ['192.88.99.0', '192.88.99.255'],
  ['192.168.0.0', '192.168.255.255'],
  ['198.18.0.0', '198.19.255.255'],
  ['198.51.100.0', '198.51.100.255'],
  ['203.0.113.0', '203.0.113.255'],
  ['224.0.0.0', '239.255.255.255'],
  ['240.0.0.0', '255.255.255.255'],
]

/** IPv6 addresses in every range that is not public. */
const PRIVATE_V6 = [
  '::',
  '::1',
  '64:ff9b:1::1',
  '100::1',
  '2001::1',
  '2001:2::1',
  '2001:10::1',
  '2001:20::1',
  '2001:db8::1',
  '3fff::1',
  '4000::1',
  '5f00::1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'febf::1',
  'fec0::1',
  'ff02::1',
  'ff0e::1',
]

const LOCAL_NAMES = [
  'localhost',
  'LOCALHOST',
  'localhost.',
  'shop.localhost',
  'ｌｏｃａｌｈｏｓｔ',
  'local%68ost',
  'localhost.localdomain',
  'metadata.google.internal',
  'METADATA.GOOGLE.INTERNAL.',
  'db.internal',
  'printer.local',
  'router.lan',
  'nas.home.arpa',
  'wiki.corp',
  'wiki.intranet',
  'wiki.private',
  'router.home',
  'intranet',
  'kubernetes',
]

type Notation = (octets: readonly [number, number, number, number], value: number) => string

const hexadecimal = (value: number) => `0x${value.toString(16)}`
const octal = (value: number) => `0${value.toString(8)}`

/** Notations of an IPv4 address in a URL that a resolver or parser may accept. */
const NOTATIONS: readonly Notation[] = [
  (octets) => octets.join('.'),
  (octets) => `${octets.join('.')}.`,
  (octets) => octets.map(hexadecimal).join('.'),
  (octets) => octets.map((octet) => hexadecimal(octet).toUpperCase().replace('X', 'x')).join('.'),
  (octets) => octets.map(octal).join('.'),
  (octets) => octets.map((octet) => `00${octal(octet)}`).join('.'),
  ([a, b, c, d]) => `${hexadecimal(a)}.${octal(b)}.${c}.${d}`,
  ([a, b, c, d]) => `${a}.${b}.${c * 256 + d}`,
  ([a], value) => `${a}.${value % 2 ** 24}`,
  ([a], value) => `${octal(a)}.${hexadecimal(value % 2 ** 24)}`,
  (_, value) => String(value),
  (_, value) => hexadecimal(value),
  (_, value) => octal(value),
  (octets) => octets.join('。'),
  (octets) => fullWidth(octets.join('.')),
  (octets) => octets.join('.').replaceAll(/\d/g, (digit) => `%3${digit}`),
  (octets) => `[::ffff:${octets.join('.')}]`,
  (octets) => `[::FFFF:${groups(octets)}]`,
  (octets) => `[0:0:0:0:0:ffff:${octets.join('.')}]`,
  (octets) => `[::${octets.join('.')}]`,
  (octets) => `[::ffff:0:${octets.join('.')}]`,
  (octets) => `[64:ff9b::${octets.join('.')}]`,
  (octets) => `[2002:${groups(octets)}::1]`,
]

/** URL hosts that lead to internal addresses (SSRF): ranges × notations, and names. */
export function hostsInside(): string[] {
  const v4 = PRIVATE_V4.flatMap(([first, last]) => {
    const [from, to] = [valueOf(first), valueOf(last)]
    return [from, Math.floor((from + to) / 2), to]
  })
  const v6 = PRIVATE_V6.flatMap((address) => [`[${address}]`, `[${address.toUpperCase()}]`])
  return [...new Set([...v4.flatMap(hostsOf), ...v6, ...LOCAL_NAMES])]
}

/** All notations of one IPv4 address. */
export function hostsOf(value: number): string[] {
  const octets = [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255] as const
  return [...new Set(NOTATIONS.map((notation) => notation(octets, value)))]
}

export function valueOf(address: string): number {
  return address.split('.').reduce((value, octet) => value * 256 + Number(octet), 0)
}

function groups([a, b, c, d]: readonly [number, number, number, number]): string {
  return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
}

function fullWidth(text: string): string {
  return text.replaceAll(/[\d.]/g, (character) =>
    String.fromCharCode(character.charCodeAt(0) + 0xfee0),
  )
}
