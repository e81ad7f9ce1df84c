import { describe, expect, it } from 'vitest'
import { checkOutgoingUrl } from './outgoing-url.ts'

const production = { layout: 'production', allowLoopback: false } as const
const sandbox = { layout: 'local', allowLoopback: false } as const
const laptop = { layout: 'local', allowLoopback: true } as const

describe('checkOutgoingUrl', () => {
  it.each([
    ['https://store.example/hooks', 'https://store.example/hooks'],
    ['https://store.example:8443/hooks?shop=7', 'https://store.example:8443/hooks?shop=7'],
    ['HTTPS://Store.Example', 'https://store.example/'],
    ['https://store.example./hooks', 'https://store.example./hooks'],
    ['https://münchen.example/', 'https://xn--mnchen-3ya.example/'],
    ['https://8.8.8.8/hooks', 'https://8.8.8.8/hooks'],
    ['https://[2606:4700:4700::1111]/', 'https://[2606:4700:4700::1111]/'],
    ['https://store.example/hooks#part', 'https://store.example/hooks'],
  ])('accepts %s in both layouts', (text, url) => {
    expect(checkOutgoingUrl(text, production)).toEqual({ ok: true, url })
    expect(checkOutgoingUrl(text, sandbox)).toEqual({ ok: true, url })
  })

  it('S-92: refuses http in production, accepts it in the sandbox', () => {
    const text = 'http://store.example/hooks'
    expect(checkOutgoingUrl(text, production)).toEqual({ ok: false, reason: 'https_required' })
    expect(checkOutgoingUrl(text, sandbox)).toEqual({ ok: true, url: text })
  })

  it.each([
    'https://user@store.example/',
    'https://user:password@store.example/',
    'https://:password@store.example/',
    'https://store.example%40evil.example:x@store.example/',
  ])('S-89: refuses user info: %s', (text) => {
    expect(checkOutgoingUrl(text, production)).toEqual({
      ok: false,
      reason: 'user_info_not_allowed',
    })
  })

  it.each([
    '',
    'store.example',
    '/hooks',
    '//store.example/',
    'ftp://store.example/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'data:text/plain,x',
    'unix:/var/run/docker.sock',
    'https:store.example',
    'https:/store.example',
    'https:\\\\store.example',
    'https://store.example\\@evil.example/',
    'ht\ntps://store.example/',
    'https://store.example/\r\nx-header: 1',
    'https://store.example/\u0000',
    ' https://store.example/',
    'https://store.example/a b',
    'https://',
    'https://:443/',
    'https://store.example:99999/',
    'https://[::1',
    'https://1.2.3.4.5/',
    'https://256.1.1.1/',
    `https://store.example/${'a'.repeat(2048)}`,
  ])('refuses %j as an invalid URL', (text) => {
    expect(checkOutgoingUrl(text, production)).toEqual({ ok: false, reason: 'not_a_url' })
  })

  const loopback = [
    '127.0.0.1',
    '127.1',
    '127.0.0.1.',
    '127.255.255.254',
    '0x7f.1',
    '0x7f000001',
    '2130706433',
    '017700000001',
    '0177.0.0.1',
    '0x7F.0x0.0x0.0x1',
    '127。0。0。1',
    '１２７.0.0.1',
    '%31%32%37.0.0.1',
    '[::1]',
    '[0:0:0:0:0:0:0:1]',
    'localhost',
    'LOCALHOST',
    'localhost.',
    'shop.localhost',
    'ｌocalhost',
  ]
  const neverPublic = [
    '0.0.0.0',
    '0',
    '10.0.0.1',
    '10.1',
    '012.0.0.1',
    '0xa000001',
    '100.64.0.1',
    '169.254.169.254',
    '2852039166',
    '0xa9fea9fe',
    '0251.0376.0251.0376',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.0.1',
    '192.168.1',
    '3232235521',
    '192.0.0.8',
    '198.18.0.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    '[2001:0:53aa:64c::]',
    '[fe80::1]',
    '[fc00::1]',
    '[fd12:3456::1]',
    '[ff02::1]',
    'metadata.google.internal',
    'db.internal',
    'printer.local',
    'printer.local.',
    'router.lan',
    'nas.home.arpa',
    'box.localdomain',
    'intranet',
    'store',
    'internal',
  ]

  it.each([...loopback, ...neverPublic])('S-80: refuses the host %s in production', (host) => {
    for (const rules of [production, { ...production, allowLoopback: true }]) {
      expect(checkOutgoingUrl(`https://${host}:8443/hooks`, rules)).toEqual({
        ok: false,
        reason: 'address_not_public',
      })
    }
  })

  it.each([...loopback, ...neverPublic])('S-80: refuses the host %s in the sandbox', (host) => {
    expect(checkOutgoingUrl(`http://${host}/`, sandbox)).toEqual({
      ok: false,
      reason: 'address_not_public',
    })
  })

  it.each(loopback)('lets a development sandbox call %s when allowed', (host) => {
    expect(checkOutgoingUrl(`http://${host}:3000/hooks`, laptop)).toMatchObject({ ok: true })
  })

  it.each(neverPublic)('does not let it call %s', (host) => {
    expect(checkOutgoingUrl(`http://${host}:3000/hooks`, laptop)).toMatchObject({ ok: false })
  })
})
