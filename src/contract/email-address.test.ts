import { describe, expect, it } from 'vitest'
import { Email } from './values.ts'

describe('Email', () => {
  it.each([
    'ana@example.com',
    'ana+shop@sub.example.com',
    'r&d@company.example',
    "o'brien@example.ie",
    "!#$%&'*+-/=?^_`{|}~@example.com",
    'a.b.c@example.com',
    '1@1.example',
    'ana@xn--e1afmkfd.xn--p1ai',
    'ana@mail.XN--P1AI',
    'ana@пример.рф',
    'ana@bücher.example',
    'josé@example.com',
    '用户@例子.广告',
    'अजय@डाटा.भारत',
  ])('F-1: takes %s', (address) => {
    expect(Email.safeParse(address).success).toBe(true)
  })

  it.each([
    '',
    'ana',
    'ana@',
    '@example.com',
    'ana@example',
    'ana@example.c',
    'ana@@example.com',
    'ana@example..com',
    'ana@.example.com',
    'ana@-a.example',
    'ana@example.com.',
    '.ana@example.com',
    'ana.@example.com',
    'a..b@example.com',
    'a b@example.com',
    '"a b"@example.com',
    'a,b@example.com',
    'ana@example.com, eva@example.com',
    'Ana <ana@example.com>',
    'ana@[192.0.2.1]',
    'ana@192.0.2.1',
    'ana@exa_mple.com',
    'ana@example.com\nBcc: eva@example.com',
    'ana\u202E@example.com',
    'ana\u0000@example.com',
    'ana\ud83d@example.com',
  ])('F-1: refuses %j', (address) => {
    expect(Email.safeParse(address).success).toBe(false)
  })
})
