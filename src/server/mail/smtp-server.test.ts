import { describe, expect, it } from 'vitest'
import { parseSender, parseSmtpUrl } from './smtp-server.ts'

const production = { mustEncrypt: true }

describe('parseSmtpUrl', () => {
  it('parses credentials, host and TLS mode', () => {
    expect(parseSmtpUrl('smtps://caixa%40loja:p%3Aw%2F@mail.example:2465', production)).toEqual({
      host: 'mail.example',
      port: 2465,
      tls: 'always',
      user: 'caixa@loja',
      password: 'p:w/',
    })
  })

  it.each([
    { url: 'smtp://mail.example', mustEncrypt: true, tls: 'required', port: 587 },
    { url: 'smtp://mail.example', mustEncrypt: false, tls: 'offered', port: 587 },
    { url: 'smtps://mail.example', mustEncrypt: false, tls: 'always', port: 465 },
    { url: 'smtp://localhost:25', mustEncrypt: true, tls: 'never', port: 25 },
    { url: 'smtp://127.0.0.1:25', mustEncrypt: true, tls: 'never', port: 25 },
    { url: 'smtp://[::1]:25', mustEncrypt: true, tls: 'never', port: 25 },
    { url: 'smtp://127.0.0.1.evil.example', mustEncrypt: true, tls: 'required', port: 587 },
  ])('uses TLS mode $tls for $url, TLS required: $mustEncrypt', ({ url, mustEncrypt, ...how }) => {
    expect(parseSmtpUrl(url, { mustEncrypt })).toMatchObject(how)
  })

  it.each([
    'mail.example',
    'https://mail.example',
    'smtp://',
    'smtp://mail.example/path',
    'smtp://mail.example?requireTLS=false',
    'smtp://user@mail.example',
    'smtp://user:%zz@mail.example',
  ])('refuses %s', (url) => {
    expect(parseSmtpUrl(url, production)).toBeUndefined()
  })
})

describe('parseSender', () => {
  it.each([
    ['recibos@loja.example', { name: null, address: 'recibos@loja.example' }],
    [' Loja Ção  <recibos@loja.example> ', { name: 'Loja Ção', address: 'recibos@loja.example' }],
    ['<recibos@loja.example>', { name: null, address: 'recibos@loja.example' }],
  ])('reads %s', (text, sender) => {
    expect(parseSender(text)).toEqual(sender)
  })

  it.each([
    '',
    'loja',
    'Loja recibos@loja.example',
    'a <b@c.example> <d@e.example>',
    'a@b.example, c@d.example',
  ])('refuses "%s"', (text) => {
    expect(parseSender(text)).toBeUndefined()
  })
})
