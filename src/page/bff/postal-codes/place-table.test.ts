import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { openPlaceTable } from './place-table.ts'

const directory = mkdtempSync(join(tmpdir(), 'places-'))
afterAll(() => rmSync(directory, { recursive: true }))

function write(text: string): string {
  const path = join(directory, 'places.tsv')
  writeFileSync(path, text)
  return path
}

const LINE = '01310100\tAvenida Paulista\tBela Vista\tSão Paulo\tSP'
const PLACE = {
  street: 'Avenida Paulista',
  district: 'Bela Vista',
  city: 'São Paulo',
  state: 'SP',
}

describe('R-126: the table of addresses by CEP', () => {
  it.each([
    ['a line', LINE],
    ['a line that ends', `${LINE}\n`],
    ['lines that end as on Windows', `01310000\tRua A\r\n${LINE}\r\n99999999\tRua B\r\n`],
    ['members that it does not know', `${LINE}\t3550308\n`],
  ])('is read from %s', async (_what, text) => {
    const lookUp = await openPlaceTable(write(text))
    expect(await lookUp('01310100')).toEqual(PLACE)
    expect(await lookUp('01310101')).toBeNull()
  })

  it('knows of a small town its name alone', async () => {
    const lookUp = await openPlaceTable(write('78900000\t\t\tVila\tRO\n'))
    expect(await lookUp('78900000')).toEqual({ city: 'Vila', state: 'RO' })
  })

  it('S-166: leaves out what no address may hold', async () => {
    const lookUp = await openPlaceTable(write('01310100\t<b>A</b>\tB\u202eC\tSão Paulo\tsp\n'))
    expect(await lookUp('01310100')).toEqual({ city: 'São Paulo' })
  })

  it.each([
    ['no CEP', 'cep\tlogradouro\n', 1],
    ['no tab', '01310100;Avenida Paulista\n', 1],
    ['an earlier CEP', `${LINE}\n01310099\tRua A\n`, 2],
    ['the same CEP', `${LINE}\n${LINE}\n`, 2],
    ['an empty line', `${LINE}\n\n99999999\tRua A\n`, 2],
    ['a long line', `${LINE}\n99999999\t${'a'.repeat(1100)}\n`, 2],
  ])('is refused for %s, by the number of the line', async (_what, text, line) => {
    await expect(openPlaceTable(write(text))).rejects.toThrow(`places.tsv: line ${line} must begin`)
  })

  it('may be replaced while it is in use', async () => {
    const lookUp = await openPlaceTable(write(LINE))
    write('01310100\tRua Nova\n')
    expect(await lookUp('01310100')).toEqual({ street: 'Rua Nova' })
    write('no table\n'.repeat(1000))
    expect(await lookUp('01310100')).toBeNull()
  })

  it('is refused where there is none', async () => {
    await expect(openPlaceTable(join(directory, 'none.tsv'))).rejects.toThrow('cannot be read')
  })

  it('finds each of its lines, and nothing else', async () => {
    const cep = fc.integer({ min: 0, max: 99_999_999 }).map((n) => String(n).padStart(8, '0'))
    const street = fc.string({ maxLength: 60, unit: fc.constantFrom('a', 'ã', 'x', ' ', '漢') })
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.tuple(cep, street), { selector: ([code]) => code, maxLength: 80 }),
        cep,
        fc.constantFrom('\n', '\r\n'),
        async (rows, other, end) => {
          const lines = rows
            .toSorted(([one], [two]) => (one < two ? -1 : 1))
            .map(([code, text]) => `${code}\t${text}\t\tCity ${code}\tSP${end}`)
          const lookUp = await openPlaceTable(write(lines.join('')))
          for (const [code] of rows)
            expect(await lookUp(code)).toMatchObject({ city: `City ${code}`, state: 'SP' })
          const isKnown = rows.some(([code]) => code === other)
          expect((await lookUp(other)) !== null).toBe(isKnown)
        },
      ),
      { numRuns: 60 },
    )
  })
})
