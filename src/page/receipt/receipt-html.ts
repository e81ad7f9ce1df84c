import { html } from 'hono/html'
import { initialOf } from '#domain/brand/initial.ts'
import type { ReceiptContent } from './receipt-content.ts'
import type { TextFact } from './receipt-facts.ts'

const FONT = 'font:15px/1.5 system-ui,-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif'
/** Readable on white and on black: mail clients in dark mode keep it. */
const QUIET = 'color:#767676'
const RULE = 'border-top:1px solid #8c8c8c66'
const CELL = `padding:12px 0;vertical-align:top;${RULE}`
const LABEL = `${CELL};${QUIET};font-weight:400`
/** Breaks words that are wider than a phone. */
const VALUE = `${CELL};padding-inline-start:12px;overflow-wrap:anywhere;font-variant-numeric:tabular-nums`
const MONEY = `${VALUE};overflow-wrap:normal;white-space:nowrap`
/** On a line of its own, where an id of 35 characters fits on a phone. */
const ID = `${CELL};overflow-wrap:anywhere`
const FINAL = ';font-weight:600'
const TABLE = 'width:100%;border-collapse:collapse;margin:0 0 32px'
const SMALL = 'font-size:14px'
const BANNER = `${SMALL};margin:0 0 24px;padding:8px 12px;border-radius:8px;background:#fff6e5;color:#8a5300;text-align:center;text-wrap:balance`
const BUTTON =
  'display:inline-block;padding:12px 24px;border-radius:10px;font-weight:600;text-decoration:none'
const TILE =
  'display:inline-block;width:40px;height:40px;border-radius:10px;font-size:18px;font-weight:600;line-height:40px;text-align:center'
const TICK =
  'display:inline-block;width:44px;height:44px;border-radius:50%;background:#0a7a43;color:#fff;font-size:22px;line-height:44px;text-align:center'

/**
 * The HTML message with inline styles and no remote content, so that opening it cannot be tracked. The lines stand last, since mail
 * services cut a long message short.
 */
export async function receiptHtml(content: ReceiptContent): Promise<string> {
  const { language, subject, banner, brand, paid, returned, facts, ids, lines, sums } = content
  const { direction } = language
  const start = direction === 'rtl' ? 'right' : 'left'
  const end = direction === 'rtl' ? 'left' : 'right'
  const row = ([label, value, detail]: TextFact) => html`
    <tr>
      <th scope="row" align="${start}" style="${LABEL}">
        <bdi>${label}</bdi>${detail ? html`<br /><bdi style="${SMALL}">${detail}</bdi>` : ''}
      </th>
      <td align="${end}" style="${VALUE}">${linked(value, content.helpUrl)}</td>
    </tr>
  `
  const id = ([label, value]: TextFact) => html`
    <tr>
      <td colspan="2" align="${start}" style="${ID}">
        <span style="${QUIET}"><bdi>${label}</bdi></span
        ><br /><bdi style="${SMALL}">${value}</bdi>
      </td>
    </tr>
  `
  const sum = ([label, value]: TextFact, place: number) => {
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
  const total = html`
    <table style="${TABLE}">
      ${sums.map(sum)}
    </table>
  `
  const order = html`
    <h2 style="font-size:16px;font-weight:600;margin:0 0 12px">${content.linesTitle}</h2>
    <table style="${TABLE}">
      ${lines.map(line)}
    </table>
  `
  return String(
    await html`<!doctype html>
      <html lang="${language.tag}" dir="${direction}">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="format-detection" content="telephone=no,date=no,address=no,email=no" />
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
            <table role="presentation" style="border-collapse:collapse;margin:0 0 32px">
              <tr>
                ${header(content)}
              </tr>
            </table>
            ${content.isPaid ? tick : ''}
            <h1 style="font-size:28px;font-weight:600;line-height:1.3;margin:0 0 24px">
              <span style="display:block;font-size:15px;font-weight:400;${QUIET}"
                >${paid.label}</span
              >
              <bdi>${paid.amount}</bdi>
            </h1>
            ${returned === null ? '' : wentBack(returned)}
            <table style="${TABLE}">
              ${facts.map(row)} ${ids.map(id)}
            </table>
            ${sums.length === 0 ? '' : total}
            <p style="margin:0 0 12px">
              <a
                href="${content.link.url}"
                style="${BUTTON};background:${brand.ground};color:${brand.ink}"
                >${content.link.text}</a
              >
            </p>
            ${
              content.lasting === null
                ? ''
                : html`<p style="margin:0 0 32px;${SMALL};${QUIET}">${content.lasting}</p>`
            }
            ${lines.length === 0 ? '' : order}
            <p style="${SMALL};margin:0;padding:16px 0 0;${RULE};${QUIET}">${content.why}</p>
          </div>
        </body>
      </html>`,
  )
}

const tick = html`<p style="margin:0 0 12px">
  <span style="${TICK}" aria-hidden="true">✓</span>
</p>`

/** What became of the money after the payment. */
function wentBack({ title, text }: NonNullable<ReceiptContent['returned']>) {
  return html`${
      title === null
        ? ''
        : html`<h2 style="font-size:18px;font-weight:600;line-height:1.3;margin:0 0 8px">
            <bdi>${title}</bdi>
          </h2>`
    }
    <p style="margin:0 0 24px"><bdi>${text}</bdi></p>`
}

/** The logo, which is a part of the message, or the initial in the brand's colour; and the name, once. */
function header({ brand: { ground, ink, logo }, merchant }: ReceiptContent) {
  const name = html`<td style="padding-inline-start:12px;font-size:17px;font-weight:600">
    <bdi>${merchant}</bdi>
  </td>`
  if (logo === null)
    return html`<td>
        <span style="${TILE};background:${ground};color:${ink}" aria-hidden="true"
          >${initialOf(merchant)}</span
        >
      </td>
      ${name}`
  const { width, height, isWordmark } = logo
  const picture = html`<td>
    <img
      src="cid:logo"
      width="${width}"
      height="${height}"
      alt="${isWordmark ? merchant : ''}"
      style="display:block;padding:4px;border-radius:8px;background:#fff"
    />
  </td>`
  return isWordmark ? picture : html`${picture} ${name}`
}

/** Makes the merchant's support address a link; other values stay text. */
function linked(value: string, helpUrl: string | null) {
  if (helpUrl === null || !helpUrl.endsWith(`:${value}`)) return html`<bdi>${value}</bdi>`
  return html`<a href="${helpUrl}" style="color:inherit"><bdi>${value}</bdi></a>`
}
