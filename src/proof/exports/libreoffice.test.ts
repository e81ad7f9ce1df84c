import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { JSDOM } from 'jsdom'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EXPORTED_LISTS } from '#contract/dashboard/lists.ts'
import { startTestApi, type TestApi } from '#proof/testing/api.ts'
import { createPaidSession } from '#proof/testing/shopper.ts'
import { openExport, type ExportInput } from '#server/service/export/open-export.ts'
import { valueOf } from '#server/service/outcome.ts'

/** Texts that a spreadsheet would read as a number, a date, a truth value or a formula, or in which it would split a row. */
const TEXTS = [
  '000123',
  '0005',
  '12345678901234567890',
  '1E5',
  '1,5',
  '1.000,50',
  '3/4',
  '10:30',
  '2026-11-27',
  '27 nov 2026',
  'MARCH1',
  'mar/26',
  'R$ 5,00',
  '5%',
  '(5)',
  '٣',
  'TRUE',
  'verdadeiro',
  'Rua "A", nº 12; fundos',
  'João 😀',
  '=1+1',
  '+5511987654321',
  '-2+3',
  '@SUM(A1)',
  'Ada;=1+1',
]
/** Language identifiers of LibreOffice, which asks them for decimal signs, dates and truth values. */
const ENGLISH = 1033
const PORTUGUESE = 1046

const hasLibreOffice = spawnSync('soffice', ['--version']).status === 0

interface Cell {
  type: string
  text: string
  /** What the spreadsheet calculates, in OpenFormula. */
  formula: string | null
}

type Row = Record<string, string | number | boolean | null>

describe.runIf(hasLibreOffice)('LibreOffice reads of an export', () => {
  const directory = mkdtempSync(join(tmpdir(), 'checkout-spreadsheet-'))
  let api: TestApi
  beforeAll(async () => {
    api = await startTestApi({})
    for (const text of TEXTS) {
      const { id } = await createPaidSession(api, {
        orderReference: text,
        customer: { email: 'ada@mail.example', name: text, taxId: '01234567890' },
      })
      await api.merchant.post(`/v1/sessions/${id}/refunds`, { amount: 1, reason: text })
    }
  }, 120_000)
  afterAll(async () => {
    await api.close()
    rmSync(directory, { recursive: true, force: true })
  })

  async function read(input: Pick<ExportInput, 'list' | 'format'>): Promise<string> {
    const today = api.clock.now().toISOString().slice(0, 10)
    const { id: merchantId } = api.merchant
    const opened = await openExport(
      api.context,
      { merchantId },
      {
        merchantId,
        from: today,
        to: today,
        timeZone: 'UTC',
        ...(input.list === 'payments' && { persons: true }),
        ...input,
      },
    )
    let text = ''
    for await (const chunk of valueOf(opened).chunks) text += chunk
    return text
  }

  /** Opens a file as its user would, with every detection on, and returns the cells of its rows. */
  function openInSpreadsheet(
    csv: string,
    { separator, language }: { separator: string; language: number },
  ): Cell[][] {
    const file = join(directory, 'export.csv')
    writeFileSync(file, csv)
    const { status } = spawnSync(
      'soffice',
      [
        '--headless',
        `-env:UserInstallation=${pathToFileURL(join(directory, 'profile')).href}`,
        `--infilter=CSV:${separator.charCodeAt(0)},34,76,1,,${language},false,true`,
        '--convert-to',
        'fods',
        '--outdir',
        directory,
        file,
      ],
      { stdio: 'ignore' },
    )
    if (status !== 0) throw new Error(`soffice ended with ${status}`)
    const xml = readFileSync(join(directory, 'export.fods'), 'utf8')
    const sheet = new JSDOM(xml, { contentType: 'application/xml' }).window.document
    return [...sheet.getElementsByTagName('table:table-row')].map((row) =>
      [...row.getElementsByTagName('table:table-cell')].flatMap((cell) => {
        const type = cell.getAttribute('office:value-type') ?? 'empty'
        const paragraphs = [...cell.getElementsByTagName('text:p')]
        const text =
          cell.getAttribute('office:value') ??
          paragraphs.map(({ textContent }) => textContent).join('\n')
        const formula = cell.getAttribute('table:formula')
        const times = Number(cell.getAttribute('table:number-columns-repeated') ?? 1)
        return Array.from({ length: times }, () => ({ type, text, formula }))
      }),
    )
  }

  /** The rows as programs read them. */
  async function written(list: ExportInput['list']): Promise<Row[]> {
    const lines = (await read({ list, format: 'jsonl' })).trimEnd().split('\n')
    return lines.slice(0, -1).map((line) => JSON.parse(line) as Row)
  }

  it.each(EXPORTED_LISTS)(
    'F-7: for spreadsheets: each text of %s as it was, each number as a number',
    async (list) => {
      const rows = await written(list)
      const csv = await read({ list, format: 'excel' })
      const [, ...sheet] = openInSpreadsheet(csv, { separator: ';', language: PORTUGUESE })
      expect(sheet).toHaveLength(TEXTS.length)
      const differing = rows.flatMap((row, at) =>
        Object.entries(row).flatMap(([name, value], column) => {
          const cell = sheet[at]?.[column]
          return isKept(cell, value) ? [] : [{ name, value, cell }]
        }),
      )
      expect(differing).toEqual([])
      const calculated = sheet.flat().flatMap(({ formula }) => formula ?? [])
      expect(calculated.length).toBeGreaterThan(TEXTS.length / 2)
      expect(calculated.filter((formula) => !ONE_TEXT.test(formula))).toEqual([])
    },
  )

  it.each(EXPORTED_LISTS)(
    'S-145: for programs, whichever separator: no formula in %s',
    async (list) => {
      const csv = await read({ list, format: 'csv' })
      for (const separator of [',', ';']) {
        const sheet = openInSpreadsheet(csv, { separator, language: ENGLISH })
        expect(sheet.length).toBeGreaterThan(TEXTS.length)
        expect(sheet.flat().filter(({ formula }) => formula !== null)).toEqual([])
      }
    },
  )
})

/** A formula that is a text alone. */
const ONE_TEXT = /^of:="(?:[^"]|"")*"$/
const DECIMAL = /^\d+\.\d\d$/
const TIME = /^\d{4}-\d\d-\d\dT/

/** Whether a cell shows a value of an export in JSON; apostrophes before formulas are ours. */
function isKept(cell: Cell | undefined, value: Row[string]): boolean {
  const { type, text } = cell ?? { type: 'empty', text: '' }
  if (value === null) return type === 'empty'
  if (typeof value === 'boolean') return text.toLowerCase() === String(value)
  if (typeof value === 'number' || DECIMAL.test(value)) {
    return type === 'float' && Number(text) === Number(value)
  }
  if (TIME.test(value)) return type === 'string' || type === 'date'
  return type === 'string' && text.replaceAll("'", '') === value
}

it.skipIf(hasLibreOffice)('no export was read by LibreOffice: it is not installed', () => {
  expect(hasLibreOffice).toBe(false)
})
