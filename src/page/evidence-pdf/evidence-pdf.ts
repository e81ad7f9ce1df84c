import PdfDocument from 'pdfkit'
import type { DisputeEvidence } from '#contract/dispute-evidence.ts'
import { winAnsi } from '../boleto-pdf/win-ansi.ts'
import { chaptersOf, type Chapter } from './chapters.ts'

const MARGIN = 50
const LABEL_WIDTH = 145
const GAP = 8
const SIZE = 9

type Pdf = PDFKit.PDFDocument

/** The evidence as a PDF, in English, the language of banks and networks. */
export async function evidencePdf(evidence: DisputeEvidence): Promise<Uint8Array<ArrayBuffer>> {
  const { merchant, dispute, madeAt } = evidence
  const title = winAnsi(`Dispute ${dispute.id}, ${merchant.name}`)
  const pdf = new PdfDocument({
    size: 'A4',
    margin: MARGIN,
    lang: 'en',
    displayTitle: true,
    info: { Title: title, CreationDate: new Date(madeAt) },
  })
  const parts: Uint8Array[] = []
  pdf.on('data', (part: Uint8Array) => parts.push(part))
  const written = new Promise((resolve) => pdf.once('end', resolve))
  pdf.font('Helvetica-Bold', 14).text(title, MARGIN, MARGIN)
  for (const chapter of chaptersOf(evidence)) drawChapter(pdf, chapter)
  pdf.end()
  await written
  return new Uint8Array(Buffer.concat(parts))
}

function drawChapter(pdf: Pdf, { title, rows, note }: Chapter): void {
  makeRoom(pdf, 60)
  pdf.font('Helvetica-Bold', 11).text(winAnsi(title), MARGIN, pdf.y + 14)
  pdf.y += 4
  for (const [label, value] of rows) drawRow(pdf, winAnsi(label), winAnsi(value))
  if (note === undefined) return
  pdf
    .font('Helvetica-Oblique', SIZE)
    .text(winAnsi(note), MARGIN, pdf.y + 2, { width: widthOf(pdf) })
}

function drawRow(pdf: Pdf, label: string, value: string): void {
  const width = widthOf(pdf) - LABEL_WIDTH - GAP
  pdf.font('Helvetica', SIZE)
  const height = Math.max(
    pdf.heightOfString(label, { width: LABEL_WIDTH }),
    pdf.heightOfString(value, { width }),
  )
  makeRoom(pdf, height)
  const top = pdf.y
  pdf.fillColor('#555').text(label, MARGIN, top, { width: LABEL_WIDTH })
  pdf.fillColor('black').text(value, MARGIN + LABEL_WIDTH + GAP, top, { width })
  pdf.y = top + height + 2
}

function makeRoom(pdf: Pdf, height: number): void {
  if (pdf.y + height > pdf.page.height - MARGIN) pdf.addPage()
}

function widthOf(pdf: Pdf): number {
  return pdf.page.width - 2 * MARGIN
}
