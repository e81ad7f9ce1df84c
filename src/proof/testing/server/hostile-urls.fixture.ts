import { hostsInside } from './address-notations.fixture.ts'

const SCHEMES = [
  'javascript',
  'JAVASCRIPT',
  'data',
  'vbscript',
  'file',
  'ftp',
  'blob',
  'filesystem',
  'ws',
  'wss',
  'about',
  'intent',
  'view-source',
  'mailto',
  'tel',
  'chrome',
  'jar',
  'httpss',
]

const AFTER_SCHEME = [
  ':alert(1)',
  '://store.example/',
  '://store.example/%0aalert(1)',
  ':https://store.example/',
  ':%2f%2fstore.example/',
]

/** Texts that join a registered name and another one. */
const JOINTS = [
  '.',
  '-',
  '_',
  '..',
  '%2e',
  '%00',
  '%09',
  '%0a',
  '%20',
  '%23',
  '%2f',
  '%3a',
  '%3f',
  '%40',
  '%5c',
  '%5b',
  '@',
  ':pw@',
  ':443@',
  '%252f@',
  ';',
  ',',
  '&',
  '=',
  '+',
  '!',
  '~',
  '$',
  '|',
  '^',
  '<',
  '>',
  '。',
  '．',
  '｡',
  '＠',
  '\u00ad',
  '\u200b',
  '\u2044',
  '\u2215',
  '\u3002',
  '\ufeff',
]

const PORTS = ['0', '1', '22', '80', '444', '4430', '8443', '65535', '65536', '-1', '443x']

const USERS = ['a', 'a:b', ':b', '%20', 'store.example', 'store.example:443', 'https%3a%2f%2fx']

const LOOKALIKES = [
  'stοre.example',
  'store.exаmple',
  'ѕtore.example',
  'stоre.example',
  'störe.example',
  'storе.example',
  'xn--stre-0nd.example',
  'store.example.',
  'www.store.example',
  'store.examples',
  'store.exampl',
  'tore.example',
  'store-example',
  'store.example.com',
  '%73tore.example.evil',
  'store.example%E3%80%82evil',
]

/** Every ASCII control character, and line separators. */
const INVISIBLE = [
  ...Array.from({ length: 32 }, (_, code) => String.fromCodePoint(code)),
  '\u007f',
  '\u2028',
  '\u2029',
]

/** URLs that must be refused when only `https://store.example` is registered. */
export function hostileUrls(): string[] {
  return [
    ...new Set([
      ...SCHEMES.flatMap((scheme) => AFTER_SCHEME.map((rest) => scheme + rest)),
      ...JOINTS.flatMap((joint) => [
        `https://store.example${joint}evil.example/`,
        `https://evil.example${joint}store.example/`,
      ]),
      ...PORTS.map((port) => `https://store.example:${port}/`),
      ...USERS.map((user) => `https://${user}@store.example/`),
      ...LOOKALIKES.map((host) => `https://${host}/`),
      ...INVISIBLE.flatMap((character) => [
        `https://store${character}.example/`,
        `https://store.example/${character}`,
        `${character}https://store.example/`,
      ]),
      ...hostsInside().map((host) => `https://${host}/`),
    ]),
  ]
}
