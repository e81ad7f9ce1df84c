import { execFileSync } from 'node:child_process'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { XSS_PAYLOADS } from '#proof/testing/xss-payloads.ts'
import { commandLine, shellWord } from './command-line.ts'

const readBack = (word: string) =>
  execFileSync('sh', ['-c', `printf %s ${word}`], { encoding: 'utf8' })

it('writes words that a shell reads back as they were', () => {
  const hostile = ["it's", '$(id)', '`id`', 'a b', '"', '\\', '!!', '~', '*', ';', '\n', '-x', '']
  for (const text of [...hostile, ...XSS_PAYLOADS.slice(0, 40)])
    expect(readBack(shellWord(text))).toBe(text)
  fc.assert(
    fc.property(fc.string({ maxLength: 30 }), (text) => {
      const plain = text.replaceAll('\0', '')
      expect(readBack(shellWord(plain))).toBe(plain)
    }),
    { numRuns: 40 },
  )
})

it('leaves out what is not given, and repeats what is given more than once', () => {
  expect(
    commandLine('merchants create', [], {
      name: 'Norte Livros',
      'callback-url': null,
      'return-origin': ['https://a.example', 'https://b.example'],
    }),
  ).toBe(
    "npx --no checkout merchants create --name 'Norte Livros' --return-origin https://a.example --return-origin https://b.example",
  )
  expect(commandLine('keys revoke', ['key_1'])).toBe('npx --no checkout keys revoke key_1')
})
