import { html } from 'hono/html'
import type { ReceiptContent } from './receipt-content.ts'

const FONT = 'font:15px/1.5 system-ui,-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif'
/** Readable on white and on black: mail clients in dark mode keep it. */
const QUIET = 'color:#767676'
const RULE = 'border-top:1px solid #8c8c8c66'
const CELL = `padding:12px 0;vertical-align:top;${RULE}`
const LABEL = `${CELL};${QUIET};font-weight:400`
const FACT = `${LABEL};white-space:nowrap`
/** Breaks words that are wider than a phone. */
const VALUE = `${CELL};padding-inline-start:12px;overflow-wrap:anywhere;font-variant-numeric:tabular-nums`
const MONEY = `${VALUE};overflow-wrap:normal;white-space:nowrap`
const FINAL = ';font-weight:600'
const TABLE = 'width:100%;border-collapse:collapse;margin:0 0 32px'
const SMALL = 'font-size:14px'
const BANNER = `${SMALL};margin:0 0 24px;padding:8px 12px;border-radius:8px;background:#fff6e5;color:#8a5300;text-align:center;text-wrap:balance`
/** Inherits its colour, so that it is readable on white and on black. */
const BUTTON =
  'display:inline-block;padding:12px 24px;border:1px solid #8c8c8c;border-radius:10px;color:inherit;font-weight:600;text-decoration:none'

/** The HTML message with inline styles and no remote content, so that opening it cannot be tracked. */
export async function receiptHtml(content: ReceiptContent): Promise<string> {
  const { language, subject, banner, merchant, title, facts, lines, sums } = content
  const { direction } = language
  const start = direction === 'rtl' ? 'right' : 'left'
  const end = direction === 'rtl' ? 'left' : 'right'
  const row = ([label, value]: readonly [string, string]) => html`
    <tr>
      <th scope="row" align="${start}" style="${FACT}"><bdi>${label}</bdi></th>
      <td align="${end}" style="${VALUE}"><bdi>${value}</bdi></td>
    </tr>
  `
  const sum = ([label, value]: readonly [string, string], place: number) => {
    const style = place === sums.length - 1 ? FINAL : ''
    return html`
      <tr>
        <th scope="row" align="${start}" style="${style === '' ? LABEL : CELL + style}">
          <bdi>${label}</bdi>
        </th>
        <td align="${end}" style="${MONEY}${style}"><bdi>${value}</bdi></td>
      </tr>
    `
  }
  const line = ({ name, detail, amount }: ReceiptContent['lines'][number]) => html`
    <tr>
      <td align="${start}" style="${CELL}">
        <bdi>${name}</bdi><br /><span style="${SMALL};${QUIET}"><bdi>${detail}</bdi></span>
      </td>
      <td align="${end}" style="${MONEY}"><bdi>${amount}</bdi></td>
    </tr>
  `
  const order = html`
    <h2 style="font-size:16px;font-weight:600;margin:0 0 12px">${content.linesTitle}</h2>
    <table style="${TABLE}">
      ${lines.map(line)} ${sums.map(sum)}
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
        <body style="margin:0;padding:32px 16px">
          <div
            lang="${language.tag}"
            dir="${direction}"
            style="max-width:560px;margin:0 auto;${FONT}"
          >
            ${banner === null ? '' : html`<p style="${BANNER}">${banner}</p>`}
            <p style="margin:0 0 4px;${QUIET}"><bdi>${merchant}</bdi></p>
            <h1
              style="font-size:24px;font-weight:600;line-height:1.3;margin:0 0 24px;text-wrap:balance"
            >
              ${title}
            </h1>
            <table style="${TABLE}">
              ${facts.map(row)}
            </table>
            ${lines.length + sums.length === 0 ? '' : order}
            <p style="margin:0 0 12px">
              <a href="${content.link.url}" style="${BUTTON}">${content.link.text}</a>
            </p>
            <p style="margin:0 0 32px;${SMALL};${QUIET}">${content.lasting}</p>
            <p style="${SMALL};margin:0;padding:16px 0 0;${RULE};${QUIET}">${content.why}</p>
          </div>
        </body>
      </html>`,
  )
}
