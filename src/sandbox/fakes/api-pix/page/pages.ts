import { html } from 'hono/html'
import { formatMoney } from '#domain/money.ts'
import type { ShownCharge } from '../control.ts'
import { layout, row } from '../../shared/page.ts'
import type { PageTexts } from './texts.ts'

type Refusal = keyof PageTexts['refusals']

/** The page that asks for a code. */
export function pastePage(texts: PageTexts) {
  return layout(
    texts,
    texts.pasteTitle,
    html`<p>${texts.pasteAbout}</p>
      <form method="get">
        <label
          >${texts.code}<textarea name="code" rows="5" required autocomplete="off"></textarea>
        </label>
        <button>${texts.proceed}</button>
      </form>`,
  )
}

/** The page that shows a charge, with a button that pays it. */
export function payPage(texts: PageTexts, code: string, charge: ShownCharge, refusal?: Refusal) {
  const { payee, terms, txid } = charge
  const amount = terms.isAlterable
    ? html`<label
        >${texts.amountToChoose}
        <input name="amount" inputmode="decimal" required autocomplete="off"
      /></label>`
    : ''
  return layout(
    texts,
    texts.payTitle,
    html`${refusal === undefined ? '' : html`<p role="alert">${texts.refusals[refusal]}</p>`}
      <dl>
        ${row(texts.payee, payee.name)} ${row(texts.cnpj, payee.cnpj)}
        ${
          terms.isAlterable && terms.originalMinor === 0
            ? ''
            : row(texts.amount, moneyText(terms.originalMinor, texts))
        }
        ${
          terms.solicitacaoPagador === undefined ? '' : row(texts.message, terms.solicitacaoPagador)
        }
        ${row(texts.reference, txid)}
      </dl>
      <form method="post" action="pay">
        <input type="hidden" name="code" value="${code}" />
        ${amount}
        <button>${texts.pay}</button>
      </form>`,
  )
}

export function paidPage(texts: PageTexts, endToEndIds: readonly string[]) {
  return layout(
    texts,
    texts.paidTitle,
    html`<p>${texts.paidAbout}</p>
      <dl>${endToEndIds.map((id) => row(texts.endToEndId, id))}</dl>
      ${anotherLink(texts)}`,
  )
}

export function refusedPage(texts: PageTexts, refusal: Refusal) {
  return layout(
    texts,
    texts.refusedTitle,
    html`<p>${texts.refusals[refusal]}</p>
      ${anotherLink(texts)}`,
  )
}

function anotherLink({ another }: PageTexts) {
  return html`<a class="button" href="pay">${another}</a>`
}

function moneyText(amount: number, { locale }: PageTexts): string {
  return formatMoney({ amount, currency: 'BRL' }, locale)
}
