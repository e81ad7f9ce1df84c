import { html } from 'hono/html'
import type { ReceiptContent } from './receipt-content.ts'

const FONT = 'font:16px/1.5 system-ui,-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif'
/** Seen on white and on black: readers in dark mode keep it. */
const QUIET = 'color:#767676'
const RULE = 'border-top:1px solid #8c8c8c66'
const CELL = `padding:8px 0;vertical-align:top;${RULE}`
const LABEL = `${CELL};${QUIET};font-weight:400`
const TABLE = 'width:100%;border-collapse:collapse;margin:0 0 24px'

/** The message with styles inside and nothing to fetch: no picture, no font, nobody learns that it was opened. */
export async function receiptHtml(content: ReceiptContent): Promise<string> {
  const { language, subject, banner, merchant, title, facts, lines, sums } = content
  const { direction } = language
  const start = direction === 'rtl' ? 'right' : 'left'
  const end = direction === 'rtl' ? 'left' : 'right'
  const row = ([label, value]: readonly [string, string]) => html`
    <tr>
      <th scope="row" align="${start}" style="${LABEL}"><bdi>${label}</bdi></th>
      <td align="${end}" style="${CELL}"><bdi>${value}</bdi></td>
    </tr>
  `
  const line = ({ name, detail, amount }: ReceiptContent['lines'][number]) => html`
    <tr>
      <td align="${start}" style="${CELL}">
        <bdi>${name}</bdi><br /><span style="${QUIET}"><bdi>${detail}</bdi></span>
      </td>
      <td align="${end}" style="${CELL};white-space:nowrap"><bdi>${amount}</bdi></td>
    </tr>
  `
  const order = html`
    <h2 style="font-size:16px;margin:0 0 8px">${content.linesTitle}</h2>
    <table style="${TABLE}">
      ${lines.map(line)} ${sums.map(row)}
    </table>
  `
  return String(
    await html`<!doctype html>
      <html lang="${language.tag}" dir="${direction}">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          <meta name="supported-color-schemes" content="light dark" />
          <title>${subject}</title>
        </head>
        <body style="margin:0;padding:24px">
          <div
            lang="${language.tag}"
            dir="${direction}"
            style="max-width:560px;margin:0 auto;${FONT}"
          >
            ${banner === null ? '' : html`<p style="margin:0 0 16px"><strong>${banner}</strong></p>`}
            <p style="margin:0 0 8px;${QUIET}"><bdi>${merchant}</bdi></p>
            <h1 style="font-size:22px;line-height:1.3;margin:0 0 24px">${title}</h1>
            <table style="${TABLE}">
              ${facts.map(row)}
            </table>
            ${lines.length + sums.length === 0 ? '' : order}
            <p style="margin:0 0 24px">
              <a href="${content.link.url}">${content.link.text}</a><br />${content.lasting}
            </p>
            <p style="font-size:14px;margin:0;padding:16px 0 0;${RULE};${QUIET}">${content.why}</p>
          </div>
        </body>
      </html>`,
  )
}
