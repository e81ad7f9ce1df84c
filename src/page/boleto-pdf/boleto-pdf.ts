import PdfDocument from 'pdfkit'
import { itfBars } from '#domain/methods/boleto/itf25.ts'
import type { Party, Slip } from './slip.ts'
import { winAnsi } from './win-ansi.ts'

/** PDF points per millimetre. */
const MM = 72 / 25.4
const LEFT = 15 * MM
const WIDTH = 180 * MM
const ASIDE = 45 * MM
const ROW = 8 * MM
const PADDING = 1.2 * MM
/** A cell's value, and one that would not fit. */
const VALUE_SIZE = 9
const SMALL_SIZE = 7
/** FEBRABAN: 103 mm by 13 mm, at least 5 mm from the left edge of the paper. */
const BARCODE = { width: 103 * MM, height: 13 * MM }

type Pdf = PDFKit.PDFDocument
type Cell = readonly [label: string, value: string | Party, width: number]

/** The boleto as a PDF of one page in the usual form: the payer's receipt above, the slip for the bank below. */
export async function boletoPdf(slip: Slip): Promise<Uint8Array<ArrayBuffer>> {
  const pdf = new PdfDocument({
    size: 'A4',
    margin: 0,
    lang: 'pt-BR',
    displayTitle: true,
    info: {
      Title: winAnsi(`Boleto ${slip.beneficiary.name}`),
      CreationDate: new Date(slip.createdAt),
    },
  })
  const parts: Uint8Array[] = []
  pdf.on('data', (part: Uint8Array) => parts.push(part))
  const written = new Promise((resolve) => pdf.once('end', resolve))
  const top = slip.isTest ? drawTestNotice(pdf) : 15 * MM
  const cut = drawReceipt(pdf, slip, top) + 12 * MM
  pdf
    .moveTo(LEFT, cut)
    .lineTo(LEFT + WIDTH, cut)
    .dash(3, { space: 3 })
    .stroke()
    .undash()
  drawSlip(pdf, slip, cut + 8 * MM)
  pdf.end()
  await written
  return new Uint8Array(Buffer.concat(parts))
}

function drawTestNotice(pdf: Pdf): number {
  write(pdf, 'SANDBOX: boleto de teste, sem valor. Não pague.', {
    y: 10 * MM,
    size: 11,
    bold: true,
  })
  return 18 * MM
}

function drawReceipt(pdf: Pdf, slip: Slip, top: number): number {
  const y = drawHead(pdf, slip, top, 'Recibo do pagador')
  const rows: Cell[][] = [
    [['Beneficiário', slip.beneficiary, WIDTH]],
    [['Pagador', slip.payer, WIDTH]],
    [
      ['Nosso número', slip.ourNumber, ASIDE],
      ['Número do documento', slip.documentNumber, ASIDE],
      ['Vencimento', slip.dueDate, ASIDE],
      ['Valor do documento', slip.amount, ASIDE],
    ],
  ]
  const end = drawRows(pdf, rows, y)
  write(pdf, 'Autenticação mecânica', { y: end + PADDING, size: 6, align: 'right' })
  return end
}

function drawSlip(pdf: Pdf, slip: Slip, top: number): void {
  const rest = WIDTH - ASIDE
  const y = drawHead(pdf, slip, top, slip.digitableLine)
  const end = drawRows(
    pdf,
    [
      [
        ['Local de pagamento', 'Em qualquer banco, lotérica ou aplicativo', rest],
        ['Vencimento', slip.dueDate, ASIDE],
      ],
      [
        ['Beneficiário', slip.beneficiary, rest],
        ['Agência/Código do beneficiário', '', ASIDE],
      ],
      [
        ['Data do documento', slip.documentDate, 27 * MM],
        ['Número do documento', slip.documentNumber, 42 * MM],
        ['Espécie doc.', '', 18 * MM],
        ['Aceite', 'N', 15 * MM],
        ['Data do processamento', slip.documentDate, rest - 102 * MM],
        ['Nosso número', slip.ourNumber, ASIDE],
      ],
      [
        ['Uso do banco', '', 27 * MM],
        ['Carteira', '', 21 * MM],
        ['Espécie', 'R$', 21 * MM],
        ['Quantidade', '', 33 * MM],
        ['Valor', '', rest - 102 * MM],
        ['(=) Valor do documento', slip.amount, ASIDE],
      ],
    ],
    y,
  )
  const below = drawInstructions(pdf, slip, end)
  const last = drawRows(pdf, [[['Pagador', slip.payer, WIDTH]]], below)
  write(pdf, 'Autenticação mecânica - Ficha de compensação', {
    y: last + PADDING,
    size: 6,
    align: 'right',
  })
  drawBarcode(pdf, slip.barcode, last + 4 * MM)
}

/** Draws the bank's name, its code and the title of this part, over a heavy line; returns the y position of the line. */
function drawHead(pdf: Pdf, { bank }: Slip, top: number, title: string): number {
  const bottom = top + 8 * MM
  write(pdf, bank.name, { y: top + 1.5 * MM, size: 13, bold: true, width: 42 * MM })
  const code = { x: LEFT + 44 * MM, y: top + 1.5 * MM, size: 13, bold: true }
  write(pdf, bank.code, { ...code, width: 18 * MM, align: 'center' })
  for (const x of [LEFT + 43 * MM, LEFT + 63 * MM]) pdf.moveTo(x, top).lineTo(x, bottom)
  pdf
    .moveTo(LEFT, bottom)
    .lineTo(LEFT + WIDTH, bottom)
    .lineWidth(1)
    .stroke()
  write(pdf, title, {
    x: LEFT + 64 * MM,
    y: top + 2 * MM,
    size: 11,
    bold: true,
    width: WIDTH - 64 * MM,
    align: 'right',
  })
  return bottom
}

function drawRows(pdf: Pdf, rows: readonly (readonly Cell[])[], top: number): number {
  return rows.reduce((y, cells) => {
    cells.reduce((x, cell) => drawCell(pdf, cell, x, y), LEFT)
    return y + ROW
  }, top)
}

function drawCell(
  pdf: Pdf,
  [label, value, width]: Cell,
  x: number,
  y: number,
  height = ROW,
): number {
  pdf.rect(x, y, width, height).lineWidth(0.5).stroke()
  const inside = { x: x + PADDING, width: width - 2 * PADDING }
  write(pdf, label, { ...inside, y: y + PADDING, size: 6 })
  const text = typeof value === 'string' ? winAnsi(value) : partyText(pdf, value, inside.width)
  pdf.font('Helvetica', VALUE_SIZE)
  const size = pdf.widthOfString(text) > inside.width ? SMALL_SIZE : VALUE_SIZE
  write(pdf, text, { ...inside, y: y + 3.9 * MM, size })
  return x + width
}

/** A party on one line, as small as a cell may be written: its name is cut where its number would not fit after it. */
function partyText(pdf: Pdf, party: Party, width: number): string {
  const taxId = winAnsi(party.taxId)
  const address = party.address === '' ? '' : `, ${winAnsi(party.address)}`
  const letters = Array.from(winAnsi(party.name))
  pdf.font('Helvetica', SMALL_SIZE)
  const room = width - pdf.widthOfString(` ${taxId}…`)
  const lengths = letters.map((_, index) => letters.length - index)
  const named = (length: number) =>
    letters.slice(0, length).join('') + (length < letters.length ? '…' : '')
  const length = lengths.find((length) => pdf.widthOfString(named(length)) <= room) ?? 0
  return [named(length), taxId].filter((text) => text !== '').join(' ') + address
}

function drawInstructions(pdf: Pdf, { instructions }: Slip, top: number): number {
  const sums = [
    '(-) Desconto/Abatimento',
    '(-) Outras deduções',
    '(+) Mora/Multa',
    '(+) Outros acréscimos',
    '(=) Valor cobrado',
  ]
  const rest = WIDTH - ASIDE
  drawCell(pdf, ['Instruções', '', rest], LEFT, top, sums.length * ROW)
  instructions.forEach((text, place) =>
    write(pdf, text, {
      x: LEFT + PADDING,
      y: top + (5 + place * 5) * MM,
      size: 9,
      width: rest - 2 * PADDING,
    }),
  )
  sums.forEach((label, place) => drawCell(pdf, [label, '', ASIDE], LEFT + rest, top + place * ROW))
  return top + sums.length * ROW
}

function drawBarcode(pdf: Pdf, digits: string, y: number): void {
  const bars = itfBars(digits)
  const module = BARCODE.width / bars.reduce((sum, { width }) => sum + width, 0)
  bars.reduce((x, { width, black }) => {
    if (black) pdf.rect(x, y, width * module, BARCODE.height)
    return x + width * module
  }, LEFT)
  pdf.fill('black')
}

interface Writing {
  y: number
  size: number
  x?: number
  width?: number
  bold?: boolean
  align?: 'center' | 'right'
}

/** Writes one line of text, cut off with an ellipsis where it does not fit. */
function write(
  pdf: Pdf,
  text: string,
  { x = LEFT, y, size, width = WIDTH, bold = false, align }: Writing,
): void {
  pdf.font(bold ? 'Helvetica-Bold' : 'Helvetica', size)
  const height = pdf.currentLineHeight()
  pdf.text(winAnsi(text), x, y, { width, height, ellipsis: true, ...(align && { align }) })
}
