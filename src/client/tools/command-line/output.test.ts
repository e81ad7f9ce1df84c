import { expect, it } from 'vitest'
import { openTerminal } from '#proof/testing/cli/terminal.fixture.ts'
import { printJson } from './output.ts'

// tests guard: terminal-escapes

it('S-124: --json escapes C1 controls and bidirectional overrides', () => {
  const { terminal, stdout } = openTerminal()
  const document = { name: 'Loja \u009b2J\u202e\u2066\u0085\u007f São', 'k\u202e': 1 }
  printJson(terminal, document)
  const text = stdout()
  expect(text).not.toMatch(/[\u007f-\u009f\u202a-\u202e\u2066-\u2069]/)
  expect(text).toContain('São')
  expect(JSON.parse(text)).toEqual(document)
})
